public import Foundation
internal import Postil

/// A picture: the bytes of a PNG or JPEG file. It stands for `NSImage` and `UIImage`, which Linux does not have.
public final class PDFKitPlatformImage: NSObject, Sendable {
  /// `nil` for a picture that could not be made.
  let image: Appearance.Image?

  /// Reads a PNG or JPEG file; `nil` if it is neither, or damaged.
  public init?(data: Data) {
    guard let image = try? Appearance.Image(data) else { return nil }
    self.image = image
  }

  private override init() { image = nil }

  static let empty = PDFKitPlatformImage()

  /// Reads a PNG or JPEG file; `nil` if there is none, or it is damaged.
  public convenience init?(contentsOf url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }

  /// Reads a PNG or JPEG file; `nil` if there is none, or it is damaged.
  public convenience init?(contentsOfFile path: String) { self.init(contentsOf: URL(fileURLWithPath: path)) }

  /// The size in pixels.
  public var size: CGSize { CGSize(width: image?.width ?? 0, height: image?.height ?? 0) }

  /// The bytes of the file that it was made of, if that is a PNG file, as that of a page's thumbnail is.
  public func pngData() -> Data? { image?.format == .png ? image?.data : nil }

  /// The bytes of the file that it was made of, if that is a JPEG file.
  public func jpegData() -> Data? { image?.format == .jpeg ? image?.data : nil }
}

/// The name that programs for macOS use.
public typealias NSImage = PDFKitPlatformImage
/// The name that programs for iOS use.
public typealias UIImage = PDFKitPlatformImage
