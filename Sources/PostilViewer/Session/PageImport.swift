public import Foundation
import PostilSystem

/// What was read of a file whose pages are to be inserted: a PDF document, or an image, which becomes a page. See
/// ``ViewerSession/insertPages(of:at:)``.
public struct PageImport: Sendable {
  private enum Content: Sendable {
    case document(PDFDocument)
    case image(Appearance.Image)
  }

  private let content: Content

  /// Reads a PDF, PNG or JPEG file, on a queue of its own.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - password: The password of a PDF document that is encrypted.
  /// - Throws: ``Postil/PDFError``, as opening a document does; with code `.passwordRequired` or `.wrongPassword` ask for
  ///   another password. With code `.invalidArgument` if an image is damaged.
  public static func open(_ file: URL, password: String? = nil) async throws -> PageImport {
    try await PageImporter().read(file, password)
  }

  /// Reads the bytes of such a file, as a program gives them that pages are dragged from.
  ///
  /// - Throws: ``Postil/PDFError``, as ``open(_:password:)``.
  public static func open(_ data: Data, password: String? = nil) async throws -> PageImport {
    try await PageImporter().read(data, password)
  }

  fileprivate init(_ document: PDFDocument) { content = .document(document) }

  fileprivate init(image data: Data) throws { content = .image(try Appearance.Image(data)) }

  /// Inserts the pages.
  func insert(in edit: EditTransaction, at index: Int) throws -> InsertedPages {
    switch content {
    case .document(let document): return try edit.insertPages(of: document, at: index)
    case .image(let image):
      // A page of the image's own size, but not longer than a sheet of A4, since photographs have thousands of pixels, nor smaller
      // than a page can be.
      let (longest, shortest) = (max(image.width, image.height), min(image.width, image.height))
      let resolution = min(max(96, Double(longest) * 72 / 842), Double(shortest) * 24)
      return InsertedPages([try edit.insertPage(showing: image, resolution: resolution, at: index)])
    }
  }
}

/// Reads files on a queue of its own: a disk that hangs must not block others.
private actor PageImporter {
  private let executor = QueueExecutor(label: "postil.importing")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func read(_ file: URL, _ password: String?) throws -> PageImport {
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      if Self.isImage(try handle.read(upToCount: 8) ?? Data()) {
        return try PageImport(image: Data(contentsOf: file))
      }
    } catch let error as PDFError {
      throw error
    } catch {
      let isMissing = !FileManager.default.fileExists(atPath: file.path)
      throw PDFError(
        isMissing ? .fileNotFound : .cannotRead, "The file cannot be read: check it.", url: file,
        underlying: "\(error)")
    }
    return PageImport(try PDFDocument.openAndWait(file, password: password))
  }

  func read(_ data: Data, _ password: String?) throws -> PageImport {
    if Self.isImage(data.prefix(8)) { return try PageImport(image: data) }
    return PageImport(try PDFDocument(data: data, password: password))
  }

  private static func isImage(_ head: Data) -> Bool {
    head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || head.starts(with: [0xFF, 0xD8, 0xFF])
  }
}
