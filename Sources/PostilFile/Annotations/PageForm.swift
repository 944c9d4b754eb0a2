import Foundation
import PostilModel

/// The first page of a document as a form XObject (ISO 32000-2, 8.10), without its annotations.
struct PageForm {
  let object: ObjectID
  /// Its width and height in points; the lower left corner is at the origin.
  let size: (width: Double, height: Double)

  /// The form of a document's page, made once for each document.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if that is no document whose page can be used.
  static func form(of document: Data, in changes: ObjectChanges) throws -> PageForm {
    if let known = changes.formsOfDocuments[document] { return known }
    do {
      let form = try make(document, changes)
      changes.formsOfDocuments[document] = form
      return form
    } catch let error as PDFError {
      throw PDFError(
        .invalidArgument, "What an annotation shows must be a PDF document with a page.",
        underlying: error.message)
    }
  }

  private static func make(_ document: Data, _ changes: ObjectChanges) throws -> PageForm {
    let store = try FileStore(
      FileBytes(data: document), url: nil, password: nil, options: OpenOptions(access: .memory))
    let page = try store.sourcePage(.opened(0))
    let attributes = try store.attributes(of: .opened(0))
    let box = attributes.boxes[.cropBox] ?? .zero
    let content = try content(of: page)
    let copier = ObjectCopier(from: page.graph, to: changes)
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = AnnotationWriter.rect(box)
    dictionary["Matrix"] = .array(matrix(box, attributes.rotation).map(PDFObject.number))
    dictionary["Resources"] = try copier.copy(page.dictionary["Resources"] ?? .dictionary([:]))
    copier.listLayers()
    try page.graph.requireReadable(nil)
    let sides = attributes.rotation.isSideways ? (box.height, box.width) : (box.width, box.height)
    return PageForm(object: changes.add(Flate.stream(dictionary, content)), size: sides)
  }

  /// All of the page's content streams as one.
  private static func content(of page: SourcePage) throws -> [UInt8] {
    guard let contents = page.dictionary["Contents"] else { return [] }
    let streams = page.graph.resolve(contents).array ?? [contents]
    var result: [UInt8] = []
    for stream in streams {
      guard let id = stream.reference else { continue }
      result += try page.graph.reader.decodedStream(id) + [UInt8(ascii: "\n")]
    }
    return result
  }

  /// Turns the box as the page is turned, and puts its lower left corner at the origin.
  private static func matrix(_ box: PageRect, _ rotation: PageRotation) -> [Double] {
    switch rotation {
    case .none: [1, 0, 0, 1, -box.minX, -box.minY]
    case .clockwise90: [0, -1, 1, 0, -box.minY, box.maxX]
    case .clockwise180: [-1, 0, 0, -1, box.maxX, box.maxY]
    case .clockwise270: [0, 1, -1, 0, box.maxY, -box.minX]
    }
  }
}
