package import Foundation
package import PostilModel

/// An annotation that a dictionary from another file says.
package enum ImportedAnnotation {
  /// The annotation, with the dictionary.
  package static func annotation(_ dictionary: AnnotationDictionary, id: AnnotationID) -> Annotation {
    let objects = ImportedObjects()
    let entries = objects.writer.dictionary(dictionary.entries)
    let reader = AnnotationReader(
      objects: objects, isImporting: true, pageID: { objects.pages[$0] },
      annotationID: { objects.annotations[$0] })
    var annotation = reader.annotation(entries, id: id)
    annotation.dictionary = dictionary
    return annotation
  }

  /// The bytes of the file that an annotation was imported with; `nil` if there are none, or they cannot be decoded.
  package static func attachedData(_ dictionary: AnnotationDictionary) -> Data? {
    let objects = ImportedObjects()
    let entries = objects.writer.dictionary(dictionary.entries)
    guard let specification = entries["FS"]?.dictionary,
      let stream = AttachedFile.stream(specification, objects),
      let encoded = try? objects.streamData(stream)
    else { return nil }
    let limit = StreamLimit.attachment(encoded: encoded.count)
    return (try? objects.decodedStream(stream, limit: limit)).map { Data($0) }
  }
}

/// The objects of a dictionary that is in no file.
final class ImportedObjects: ObjectSource {
  private var objects: [ObjectID: PDFObject] = [:]
  private var next = 1
  private(set) var pages: [ObjectID: PageID] = [:]
  private(set) var annotations: [ObjectID: AnnotationID] = [:]

  var catalog: PDFDictionary { [:] }

  private func add(_ object: PDFObject) -> ObjectID {
    defer { next += 1 }
    let id = ObjectID(number: next)
    objects[id] = object
    return id
  }

  var writer: PDFValueWriter {
    PDFValueWriter(
      add: { self.add($0) },
      page: { page in
        let id = self.add(.null)
        self.pages[id] = page
        return id
      },
      annotation: { annotation in
        let id = self.add(.null)
        self.annotations[id] = annotation
        return id
      })
  }

  func object(_ id: ObjectID) -> PDFObject { objects[id] ?? .null }

  func streamData(_ id: ObjectID) throws -> [UInt8] {
    guard case .stream(_, .encoded(let data))? = objects[id] else {
      throw PDFError(.damaged, "There is no such stream.")
    }
    return data
  }
}
