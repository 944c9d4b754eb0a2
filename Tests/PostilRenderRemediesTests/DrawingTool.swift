import Foundation
import PostilTestSupport

/// Draws pages in processes of their own (Tests/DrawingWithRemedies): remedies hold for a whole process.
enum DrawingTool {
  struct Report: Decodable {
    let width: Int, height: Int
    let on: [String]
    let off: [String: String]
    let uses: [String: Int]
    let characters: Int?
    /// Whether a small page came out right with the remedies, and in the end.
    let wasRight: Bool, isRight: Bool
  }

  static let remedies = [
    "icc", "icc-lines", "images", "soft-masks", "radial-shadings", "text-layout", "flate",
  ]

  struct Failure: Error {
    let output: String
  }

  /// Draws the first page at two pixels a point, and returns the tool's report and the picture.
  static func draw(_ file: Data, remedies: String, options: [String] = []) throws -> (Report, Picture) {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let input = folder.url.appendingPathComponent("in.pdf"),
      output = folder.url.appendingPathComponent("out.ppm")
    try file.write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("postil-remedies")
    process.arguments =
      [input.path, "1", "2", "--cold", "--remedies", remedies, "--out", output.path] + options
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let printed = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(output: String(decoding: printed, as: UTF8.self))
    }
    let report = try JSONDecoder().decode(Report.self, from: printed)
    let pixels = Array(try Data(contentsOf: output).suffix(3 * report.width * report.height))
    return (report, Picture(width: report.width, height: report.height, colours: pixels))
  }
}

struct Picture {
  let width: Int, height: Int
  /// Three bytes for each pixel.
  let colours: [UInt8]

  struct Difference {
    /// In levels of 255.
    var largest = 0
    /// Pixels with a channel that differs by more than 16 levels.
    var countOver16 = 0
  }

  func difference(from other: Picture) -> Difference {
    var result = Difference()
    guard width == other.width, height == other.height, colours.count == other.colours.count else {
      return Difference(largest: 255, countOver16: width * height)
    }
    for pixel in stride(from: 0, to: colours.count, by: 3) {
      let levels = (0..<3).map { abs(Int(colours[pixel + $0]) - Int(other.colours[pixel + $0])) }.max() ?? 0
      result.largest = max(result.largest, levels)
      if levels > 16 { result.countOver16 += 1 }
    }
    return result
  }

  /// Whether anything but the paper is to be seen.
  var isBlank: Bool { colours.allSatisfy { $0 == 255 } }
}
