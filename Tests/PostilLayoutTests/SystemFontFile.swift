import Foundation
import PostilTestSupport
import Testing

/// A font of the system as a file.
enum SystemFontFile {
  static func url(_ name: String) throws -> URL {
    let found = try Tool.run("fc-match", ["-f", "%{file}", name])
    try #require(found.status == 0 && !found.output.isEmpty, "\(found.output)")
    return URL(fileURLWithPath: found.output)
  }

  /// A font whose outlines are those of the Compact Font Format and have names; `nil` where none is installed.
  static let compact: URL? = {
    let found = try? url("Nimbus Sans:fontformat=CFF")
    return found.flatMap { $0.pathExtension == "otf" ? $0 : nil }
  }()

  /// The same with a license that forbids embedding (`fsType` of the table `OS/2`).
  static func restricted(_ name: String) throws -> Data {
    var data = try Data(contentsOf: url(name))
    let tag = try #require(data.range(of: Data("OS/2".utf8), in: 12..<min(2000, data.count)))
    let offset = data[(tag.upperBound + 4)..<(tag.upperBound + 8)].reduce(0) { $0 << 8 | Int($1) }
    data[offset + 8] = 0
    data[offset + 9] = 2
    return data
  }
}
