import Foundation
import Postil
import Synchronization

/// The images that rows name, read from a folder. The last few are kept: many rows show the same ones.
final class ImageFiles: Sendable {
  private let folder: URL
  private let kept = Mutex<[String: Appearance.Image]>([:])

  private static let mostKept = 32

  init(in folder: URL) { self.folder = folder }

  /// Reads a file.
  ///
  /// - Parameter name: Its path, from the folder.
  /// - Throws: ``CouponError`` if it cannot be read; `PDFError` if it is neither PNG nor JPEG.
  func image(_ name: String) throws -> Appearance.Image {
    if let image = kept.withLock({ $0[name] }) { return image }
    let data: Data
    do {
      data = try Data(contentsOf: folder.appendingPathComponent(name))
    } catch {
      throw CouponError("The image '\(name)' cannot be read: \(error.localizedDescription)")
    }
    let image = try Appearance.Image(data)
    kept.withLock {
      if $0.count >= Self.mostKept { $0.removeAll() }
      $0[name] = image
    }
    return image
  }
}
