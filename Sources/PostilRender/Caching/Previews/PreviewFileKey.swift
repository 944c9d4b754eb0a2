/// The key of a preview in the folder of its document.
package struct PreviewFileKey: Sendable, Hashable {
  /// The page's number in the file as it was opened, from 1.
  package var page: Int
  /// A hash of the page's content.
  package var fingerprint: UInt64
  /// The preview's width in pixels.
  package var width: Int

  package init(page: Int, fingerprint: UInt64, width: Int) {
    self.page = page
    self.fingerprint = fingerprint
    self.width = width
  }

  static let suffix = ".preview"

  /// The name of its file: page, width and fingerprint.
  var fileName: String { "\(page)-\(width)-" + String(fingerprint, radix: 16) + Self.suffix }

  /// The key of a file name; `nil` for other files.
  init?(fileName: some StringProtocol) {
    guard fileName.hasSuffix(Self.suffix) else { return nil }
    let parts = fileName.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let page = Int(parts[0]), let width = Int(parts[1]),
      let fingerprint = UInt64(parts[2], radix: 16)
    else { return nil }
    self.init(page: page, fingerprint: fingerprint, width: width)
  }
}
