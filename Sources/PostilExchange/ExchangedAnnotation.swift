package import PostilModel

/// An annotation on its way between a document and a file of annotations.
///
/// Pages that its entries name have their number in the document, from 1; its own has its index.
package struct ExchangedAnnotation: Sendable {
  /// The index of its page, from 0.
  package var pageIndex: Int
  package var id: AnnotationID
  /// Its dictionary, without the page (`/P`).
  package var entries: [String: PDFValue]
  /// The line of the file that it stands on; 0 if there is none.
  package var line: Int

  package init(pageIndex: Int, id: AnnotationID, entries: [String: PDFValue], line: Int = 0) {
    (self.pageIndex, self.id, self.entries, self.line) = (pageIndex, id, entries, line)
  }
}

/// What a file of annotations has.
package struct ExchangedAnnotations: Sendable {
  /// An annotation of the file that cannot be used.
  package struct Failure: Sendable {
    package var id: AnnotationID?
    package var pageIndex: Int?
    package var error: PDFError

    package init(id: AnnotationID?, pageIndex: Int?, error: PDFError) {
      (self.id, self.pageIndex, self.error) = (id, pageIndex, error)
    }
  }

  package var annotations: [ExchangedAnnotation] = []
  package var failures: [Failure] = []
  /// What the file has besides annotations, and is not imported.
  package var ignored: [String] = []

  package init() {}
}
