import Foundation
import Synchronization

/// The predefined CMaps (ISO 32000-2, 9.7.5.2), and what the glyphs of Adobe's character collections say (9.10.2): from the files
/// that poppler has for that, which are Debian's package poppler-data.
enum PredefinedMaps {
  private static let folders = ["/usr/share/poppler", "/usr/local/share/poppler"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// The files of CMaps by their names, each in a folder of its collection.
  private static let files: [String: URL] = folders.reduce(into: [:]) { files, folder in
    for collection in list(folder.appending(path: "cMap")) {
      for file in list(collection) { files[file.lastPathComponent] = file }
    }
  }

  private static func list(_ folder: URL) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  }

  private static let maps = Mutex<[String: CharacterMap]>([:])
  private static let texts = Mutex<[String: [Unicode.Scalar?]]>([:])

  /// The CMap of a name; `nil` if there is none.
  ///
  /// - Complexity: The first time O(size of the file), some hundred kilobytes.
  static func map(_ name: PDFName) -> CharacterMap? {
    if let isVertical = CharacterMap.identityNames[name] { return .identity(isVertical: isVertical) }
    let key = name.description
    if let known = maps.withLock({ $0[key] }) { return known }
    guard let file = files[key], let data = try? Data(contentsOf: file), let map = CharacterMap(Array(data))
    else { return nil }
    maps.withLock { $0[key] = map }
    return map
  }

  /// The collections that are known, by `/Ordering`.
  private static let orderings: Set<String> = ["CNS1", "GB1", "Japan1", "Japan2", "Korea1", "KR"]

  /// What a glyph of a collection says, by its number (CID); `nil` if that is not known.
  static func text(of character: Int, in ordering: String) -> Unicode.Scalar? {
    guard orderings.contains(ordering) else { return nil }
    let known = texts.withLock { $0[ordering] } ?? read(ordering)
    return known.indices.contains(character) ? known[character] : nil
  }

  /// A line for each glyph, with its scalar in hexadecimal digits, or 0.
  private static func read(_ ordering: String) -> [Unicode.Scalar?] {
    let files = folders.map { $0.appending(path: "cidToUnicode/Adobe-\(ordering)") }
    let lines = files.lazy.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.first ?? ""
    let result = lines.split(separator: "\n").map { line in
      UInt32(line, radix: 16).flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
    texts.withLock { $0[ordering] = result }
    return result
  }
}
