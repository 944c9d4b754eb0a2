/// The key of a preview in the folder of its document.
package struct PreviewFileKey: Sendable, Hashable {
  /// The page's number in the file as it was opened, from 1.
  package var page: Int
  /// The preview's width in pixels.
  package var width: Int

  package init(page: Int, width: Int) {
    self.page = page
    self.width = width
  }

  static let suffix = ".preview"

  /// The name of its file: page and width.
  var fileName: String { "\(page)-\(width)" + Self.suffix }

  /// The key of a file name; `nil` for other files.
  init?(fileName: some StringProtocol) {
    guard fileName.hasSuffix(Self.suffix) else { return nil }
    let parts = fileName.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let page = Int(parts[0]), let width = Int(parts[1]) else { return nil }
    self.init(page: page, width: width)
  }
}
