package import Foundation
import PostilModel
import PostilPangoBridge

/// Fonts of files, which are found beside those of the system while they are in use:
///
/// ```swift
/// try FontFiles.$current.withValue(files) { … }
/// ```
///
/// Each font map has a configuration of fontconfig's own, so they are gone with it. Files are copied, under names that no other gets: cairo
/// knows fonts by the names of their files, longer than it needs them.
package final class FontFiles: Sendable {
  /// A font, and the family that it is asked for by.
  package struct Source: Sendable {
    package var family: String
    package var data: Data
    /// Which font of a collection, from 0.
    package var face: Int

    package init(family: String, data: Data, face: Int) {
      (self.family, self.data, self.face) = (family, data, face)
    }
  }

  /// Those that texts are set in just now.
  @TaskLocal package static var current: FontFiles?

  let pool = FontMap.Pool()
  let folder: URL
  private let paths: [String]
  private let faces: [Int]
  private let names: FontNames

  /// A font that cannot be read.
  package struct Unreadable: Error {
    package let index: Int
  }

  /// - Throws: ``Unreadable`` if something is no font; ``PDFError`` with code `.cannotWrite` if there is no room for a copy.
  package init(_ sources: [Source]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-fonts-\(UUID().uuidString)")
    self.folder = folder
    names = FontNames(sources.map(\.family))
    faces = sources.map(\.face)
    paths = sources.indices.map { folder.appending(path: "\($0)").path }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for (source, path) in zip(sources, paths) { try source.data.write(to: URL(fileURLWithPath: path)) }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw PDFError(.cannotWrite, "The fonts cannot be copied to \(folder.path).", underlying: "\(error)")
    }
    do { pool.put(try fontMap()) } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func fontMap() throws -> FontMap {
    var refused: Int32 = -1
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    func kept(_ text: String) -> UnsafePointer<CChar>? {
      texts.append(strdup(text))
      return texts.last.flatMap { $0 }.map { UnsafePointer($0) }
    }
    let files = zip(paths, faces).enumerated().map { index, file in
      postil_font_file(
        path: kept(file.0), family: kept(names.unique[index]), face: Int32(clamping: file.1))
    }
    guard let fonts = postil_fonts_new(files, Int32(files.count), &refused) else {
      guard refused >= 0 else { throw TextLayout.failed("pango has no fonts") }
      throw Unreadable(index: Int(refused))
    }
    return FontMap(fonts, names)
  }
}

/// The families of fonts of files, and what fontconfig knows them by: names that no font of the system has.
struct FontNames: Sendable {
  let unique: [String]
  private let known: [String: String]

  init(_ families: [String] = []) {
    unique = families.map { "file \($0)" }
    known = Dictionary(zip(families.map { $0.lowercased() }, unique)) { first, _ in first }
  }

  /// A family, or several with commas between them, as fontconfig knows them.
  func resolved(_ family: String) -> String {
    guard !known.isEmpty else { return family }
    return family.split(separator: ",").map { part in
      let name = part.trimmingCharacters(in: .whitespaces)
      return known[name.lowercased()] ?? name
    }.joined(separator: ",")
  }
}
