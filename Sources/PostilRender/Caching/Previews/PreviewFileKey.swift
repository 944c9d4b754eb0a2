/// The name of a preview among those of its document.
package struct PreviewFileKey: Sendable, Hashable {
  /// The page's number in the file as it was opened, from 1.
  package var page: Int
  /// Changes when what the page shows changes.
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

  /// The key whose file has a name; `nil` for files that are none of ours.
  init?(fileName: some StringProtocol) {
    guard fileName.hasSuffix(Self.suffix) else { return nil }
    let parts = fileName.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let page = Int(parts[0]), let width = Int(parts[1]),
      let fingerprint = UInt64(parts[2], radix: 16)
    else { return nil }
    self.init(page: page, fingerprint: fingerprint, width: width)
  }
}
