import Foundation
import PostilModel

/// The objects of an open file: as libqpdf reads them, with those on top that were saved since.
final class ObjectGraph {
  let reader: ObjectReader
  /// Objects that updates appended since the file was opened.
  private(set) var written: [ObjectID: PDFObject] = [:]
  /// Entries of the trailer that updates changed.
  private(set) var writtenTrailer = PDFDictionary()

  /// The page objects, noted when a rewrite replaces the file: what undo copies from here leads to
  /// the same pages there.
  var formerPages: [PageID: ObjectID] = [:]
  /// The same for annotations of the pages that were looked at.
  var formerAnnotations: [ObjectID: (page: PageID, id: AnnotationID)] = [:]

  init(_ reader: ObjectReader) { self.reader = reader }

  func object(_ id: ObjectID) -> PDFObject { written[id] ?? reader.object(id) }

  /// Follows references until something else comes; null where they lead in a circle or nowhere.
  func resolve(_ object: PDFObject?) -> PDFObject {
    var object = object ?? .null
    for _ in 0..<16 {
      guard case .reference(let id) = object else { return object }
      object = self.object(id)
    }
    return .null
  }

  /// - Throws: `PDFError` if something that was read is not what the file has: see ``ObjectReader/failure``.
  func requireReadable(_ url: URL?) throws {
    if let failure = reader.failure { throw failure.about(url) }
  }

  /// The file's trailer, with what updates changed in it.
  var trailer: PDFDictionary {
    var trailer = reader.trailer
    for entry in writtenTrailer.entries { trailer[entry.key] = entry.value }
    return trailer
  }

  func merge(_ objects: [ObjectID: PDFObject]) { written.merge(objects) { $1 } }

  /// Takes in entries of the trailer that an update changed.
  func mergeTrailer(_ entries: PDFDictionary) {
    for entry in entries.entries { writtenTrailer[entry.key] = entry.value }
  }
}
