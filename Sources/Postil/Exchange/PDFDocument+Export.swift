import Foundation
import PostilExchange
import PostilFile
public import PostilModel

extension PDFDocument {
  /// The annotations of the document as they are at this moment, unsaved edits included, as a file for
  /// ``EditTransaction/importAnnotations(_:as:skippingUnusable:)`` and other programs.
  ///
  /// ```swift
  /// let comments = try await document.exportAnnotations(as: .xfdf)
  /// try comments.data.write(to: folder.appending(path: "comments.xfdf"))
  /// ```
  ///
  /// All of them are in it, also those that Postil does not draw, with the appearances that other programs drew; in XFDF
  /// not form fields, which are no annotations there.
  ///
  /// - Parameters:
  ///   - format: XFDF or JSON.
  ///   - pages: The pages; `nil`: all.
  ///   - isIncluded: Which annotations: `\.isMarkup` for comments without links; by default all.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` for another format, or `.damaged` if the file
  ///   cannot be read; `CancellationError`.
  /// - Complexity: O(annotations, and bytes of their appearances).
  public func exportAnnotations(
    as format: AnnotationFormat = .xfdf, from pages: [PageID]? = nil,
    where isIncluded: @escaping @Sendable (Annotation) -> Bool = { _ in true }
  ) async throws -> AnnotationExport {
    let state = state
    return try await inBackground { _ in try self.exportedAnnotations(format, pages, state, isIncluded) }
  }

  /// The annotations of the document as a file; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``exportAnnotations(as:from:where:)``.
  public func exportAnnotationsAndWait(
    as format: AnnotationFormat = .xfdf, from pages: [PageID]? = nil,
    where isIncluded: @escaping @Sendable (Annotation) -> Bool = { _ in true }
  ) throws(PDFError) -> AnnotationExport {
    try exportedAnnotations(format, pages, state, isIncluded)
  }

  private func exportedAnnotations(
    _ format: AnnotationFormat, _ pages: [PageID]?, _ state: DocumentState,
    _ isIncluded: (Annotation) -> Bool
  ) throws(PDFError) -> AnnotationExport {
    try PDFError.only {
      let chosen = try pages.map { try Set($0.map { try indexToExport($0, state) }) }
      var export = RecordExport(state, file: url?.lastPathComponent)
      for (index, page) in state.pages.enumerated() where chosen?.contains(index) ?? true {
        let records = try store.withLock { try $0.records(of: page, in: state) }
        for record in records where isIncluded(record.annotation) { export.add(record, pageIndex: index) }
      }
      return try export.finish(format)
    }
  }

  private func indexToExport(_ page: PageID, _ state: DocumentState) throws -> Int {
    guard let index = state.index(of: page) else { throw state.noSuchPage(page).about(url) }
    return index
  }
}

/// Records of annotations on their way into a file.
private struct RecordExport {
  private let state: DocumentState
  private let file: String?
  private var records: [(pageIndex: Int, record: AnnotationRecord)] = []
  private var notes: [AnnotationNote] = []

  init(_ state: DocumentState, file: String?) { (self.state, self.file) = (state, file) }

  mutating func add(_ record: AnnotationRecord, pageIndex: Int) {
    if !record.isComplete {
      notes.append(
        AnnotationNote(
          pageIndex: pageIndex, id: record.annotation.id,
          reason: "It is too large, and was exported without its appearance or a part of its data."))
    }
    records.append((pageIndex, record))
  }

  func finish(_ format: AnnotationFormat) throws -> AnnotationExport {
    switch format {
    case .xfdf:
      // Form fields are another part of XFDF.
      let annotations = records.filter { $0.record.annotation.subtype != "Widget" }.map { index, record in
        ExchangedAnnotation(
          pageIndex: index, id: record.annotation.id, entries: record.entries.mapValues(numbered))
      }
      return AnnotationExport(
        data: XFDF.data(annotations, file: file), count: annotations.count, notes: notes)
    case .json:
      let items = records.map { index, record in
        AnnotationsJSON.Item(pageIndex: index, record.exchanged(numbered, pageNumber))
      }
      return AnnotationExport(data: try AnnotationsJSON(items).json(), count: items.count, notes: notes)
    default:
      throw PDFError(.invalidArgument, "Annotations cannot be exported as '\(format)': use xfdf or json.")
    }
  }

  private func pageNumber(_ page: PageID) -> PageID? {
    state.index(of: page).map { PageID(number: $0 + 1) }
  }

  /// The value with pages named by their numbers in the document.
  private func numbered(_ value: PDFValue) -> PDFValue {
    value.mapNames { name in
      guard case .page(let page) = name else { return name }
      return pageNumber(page).map(PDFValue.page) ?? .null
    }
  }
}

extension AnnotationRecord {
  /// The annotation with its dictionary, unless its properties say all.
  fileprivate func exchanged(
    _ numbered: (PDFValue) -> PDFValue, _ page: (PageID) -> PageID?
  ) -> Annotation {
    var result = annotation
    result.content = result.content.mapLinkedPage(page)
    result.dictionary = isPlain ? nil : AnnotationDictionary(entries.mapValues(numbered))
    return result
  }
}
