/// What a document says of itself, and what its file is like: see ``ViewerSession/properties()``.
public struct DocumentProperties: Sendable, Hashable {
  /// Title, author and the like.
  public let information: DocumentInformation
  /// The size of the file in bytes.
  public let fileSize: Int
  /// The version of PDF that the file says it is, such as "1.7".
  public let pdfVersion: String
  /// The kind of PDF/A that the file says it is, such as "2B"; `nil` if it claims none.
  public let pdfAConformance: String?
  /// How many times the file was saved: the original and each update appended to it.
  public let revisionCount: Int
  /// The number of pages.
  public let pageCount: Int
  /// The labels of the pages, as ranges; none if pages are only numbered.
  public let pageLabels: [PageLabelRange]
  /// Whether the file is encrypted.
  public let isEncrypted: Bool
  /// Whether the document was opened as its owner, to whom ``permissions`` do not apply.
  public let isOpenedByOwner: Bool
  /// What the author allows who opens the file.
  public let permissions: PDFPermissions
  /// Whether the document carries digital signatures.
  public let isSigned: Bool

  init(_ document: PDFDocument) throws {
    information = document.information
    (fileSize, pdfVersion) = (document.fileSize, document.pdfVersion)
    (pdfAConformance, revisionCount) = (document.pdfAConformance, document.revisionCount)
    (pageCount, pageLabels) = (document.pageCount, try document.pageLabels)
    (isEncrypted, isOpenedByOwner) = (document.isEncrypted, document.isOpenedByOwner)
    (permissions, isSigned) = (document.permissions, document.isSigned)
  }
}

/// Properties of the document.
extension ViewerSession {
  /// The properties of the document, with all edits up to now.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.noFile` if no document is open, or `.damaged`.
  public func properties() async throws -> DocumentProperties {
    await idle()
    guard let documentActor = editor.documentActor else {
      throw PDFError(.noFile, "No document is open: open one first.")
    }
    return try await documentActor.perform { try DocumentProperties($0.document) }.result.get()
  }

  /// Gives the document another title, author and the like, as one step of undo.
  public func setInformation(_ information: DocumentInformation) {
    editor.finishInput()
    editor.enqueue(.editing) { try $0.document.setInformation(information) }
  }

  /// The sizes that the pages are shown in, in points, each with the number of its pages, the most frequent first. Pages that
  /// were not measured yet are left out. O(pages).
  public var pageSizes: [(size: ViewSize, count: Int)] {
    var counts: [ViewSize: Int] = [:]
    for page in pages {
      // Sizes that differ by less than half a point are one.
      guard let size = size(of: page) else { continue }
      counts[ViewSize(width: size.width.rounded(), height: size.height.rounded()), default: 0] += 1
    }
    return counts.map { (size: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.size.width, $0.size.height) < ($0.count, $1.size.width, $1.size.height)
    }
  }
}
