import Foundation
import PostilModel

/// The objects of an open file: as they are in the bytes that were opened, with those on top that were appended since.
final class ObjectGraph {
  let reader: ObjectReader
  /// What updates appended since the file was opened.
  private(set) var appended: AppendedObjects
  /// Entries of the trailer that updates changed.
  private(set) var writtenTrailer = PDFDictionary()

  init(_ reader: ObjectReader, appended: AppendedObjects = AppendedObjects()) {
    self.reader = reader
    self.appended = appended
  }

  /// How large the file was when it was opened, in bytes.
  var fileSize: Int { reader.bytes.pointer.count }

  func object(_ id: ObjectID) -> PDFObject {
    appended.object(id) ?? reader.object(id)
  }

  /// Whether both are of one file: an object has the same number in both.
  func isOfSameFile(as other: ObjectGraph) -> Bool { reader === other.reader }

  /// - Throws: `PDFError` if something that was read is not what the file has: see ``ObjectReader/failure``.
  func requireReadable(_ url: URL?) throws {
    if let failure = reader.failure ?? appended.failure { throw failure.about(url) }
  }

  /// The file's trailer, with what updates changed in it.
  var trailer: PDFDictionary {
    var trailer = reader.trailer
    trailer.merge(writtenTrailer)
    return trailer
  }

  // MARK: - Streams

  /// A stream's data, as its filters left them.
  ///
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or its data cannot be read.
  func streamData(_ id: ObjectID) throws -> [UInt8] {
    if case .stream(_, .encoded(let data))? = appended.object(id) { return data }
    return try reader.rawStream(id)
  }

  // MARK: - Updates

  /// Takes in an update that was appended to the file.
  ///
  /// - Parameters:
  ///   - bytes: The update.
  ///   - places: Where its objects are in it, object streams included.
  ///   - objects: What was written, each stream with its data.
  ///   - unreadable: Those that the parser does not read back.
  ///   - trailer: The entries of the trailer that it changed.
  func append(
    _ bytes: [UInt8], _ places: [ObjectID: AppendedObjects.Place], _ objects: [ObjectID: PDFObject],
    unreadable: Set<ObjectID>, trailer: PDFDictionary
  ) {
    appended.append(bytes, places, objects, unreadable: unreadable)
    writtenTrailer.merge(trailer)
  }

  /// All objects that updates appended, with changes on top. A stream that an update appended has its data with it:
  /// they are not in the bytes that were opened.
  func written(with changes: ObjectChanges) -> [ObjectID: PDFObject] {
    var result = changes.objects
    for id in appended.ids {
      guard let old = appended.object(id) else { continue }
      switch (old, result[id]) {
      case (_, nil): result[id] = old
      case (.stream(_, .encoded(let data)), .stream(let dictionary, .inFile)?):
        result[id] = .stream(dictionary, .encoded(data))
      default: break
      }
    }
    return result
  }
}
