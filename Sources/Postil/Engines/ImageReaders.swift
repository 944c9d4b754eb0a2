import PostilFile
import PostilModel
import Synchronization

/// Opened files from which images are read: the last one stays open, as images are asked for one after the other.
final class ImageReaders: Sendable {
  private struct Known {
    let owner: AnyObject & Sendable
    let reader: ImageReader
  }

  private let last = Mutex<Known?>(nil)

  func outcome(
    of image: DocumentImage, in file: OpenedFile, _ painted: [[UInt8]: PaintedImage],
    check: @escaping @Sendable () throws -> Void
  ) throws -> ImageDecoding.Outcome {
    try last.withLock { last in
      let known: Known
      if let last, last.owner === file.owner {
        known = last
      } else {
        known = Known(owner: file.owner, reader: try ImageReader(file, image.id.source))
      }
      last = known
      return try known.reader.outcome(of: image, painted, check: check)
    }
  }

  /// Closes what is open.
  func trimMemory() { last.withLock { $0 = nil } }
}
