public import Foundation
import PostilFile
import PostilModel

extension PDFDocument {
  /// The bytes of the file that an annotation holds (``FileAttachmentContent``), of any program. They are read now, and not
  /// kept.
  ///
  /// - Parameters:
  ///   - id: The annotation.
  ///   - page: Its page.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, `.invalidArgument` if the annotation holds no file,
  ///   `.unsupported` if the document has only the file's name, or `.damaged`.
  /// - Complexity: O(annotations of the page, and bytes of the file).
  public func attachedData(of id: AnnotationID, on page: PageID) throws(PDFError) -> Data {
    try PDFError.only {
      guard let annotation = try self.page(page).annotation(named: id) else {
        throw PDFError.noSuchAnnotation(id, on: page).about(url)
      }
      guard let file = annotation.content.fileAttachment?.file else {
        throw PDFError(
          .invalidArgument, "The annotation '\(id)' holds no file: ask for one of kind fileAttachment.",
          url: url)
      }
      if let data = file.data { return data }
      if let imported = annotation.dictionary, let data = ImportedAnnotation.attachedData(imported) {
        return data
      }
      let source = try source(of: page)
      return try store.withLock { try $0.attachedData(of: id, on: page, from: source) }
    }
  }
}
