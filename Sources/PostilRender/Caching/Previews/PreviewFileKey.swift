/// The key of a preview in the folder of its document.
package struct PreviewFileKey: Sendable, Hashable {
  /// The page's number in the file as it was opened, from 1.
  package var page: Int
  /// The preview's width in pixels.
  package var width: Int
  /// What drew it.
  package var renderer: Renderer

  package init(page: Int, width: Int, renderer: Renderer = .poppler) {
    self.page = page
    self.width = width
    self.renderer = renderer
  }

  static let suffix = ".preview"

  /// The name of its file: page and width, and the renderer unless it is poppler.
  var fileName: String {
    "\(page)-\(width)" + (renderer == .poppler ? "" : "-\(renderer.rawValue)") + Self.suffix
  }

  /// The key of a file name; `nil` for other files.
  init?(fileName: some StringProtocol) {
    guard fileName.hasSuffix(Self.suffix) else { return nil }
    let parts = fileName.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let page = Int(parts[0]), let width = Int(parts[1]) else {
      return nil
    }
    let renderer = parts.count == 3 ? Renderer(rawValue: String(parts[2])) : .poppler
    guard let renderer, parts.count == 2 || renderer != .poppler else { return nil }
    self.init(page: page, width: width, renderer: renderer)
  }
}
