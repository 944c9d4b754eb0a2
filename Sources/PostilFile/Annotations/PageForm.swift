import Foundation
import PostilModel

/// The first page of a document as a form XObject (ISO 32000-2, 8.10), without its annotations.
struct PageForm {
  let object: ObjectID
  /// Its width and height in points; the lower left corner is at the origin.
  let size: (width: Double, height: Double)
}

/// The forms of the pages that annotations show: each document's is made once.
final class PageForms {
  private let changes: ObjectChanges
  private var known: [Data: PageForm] = [:]

  init(_ changes: ObjectChanges) { self.changes = changes }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if that is no document whose page can be used.
  func form(of document: Data) throws -> PageForm {
    if let form = known[document] { return form }
    do {
      let form = try make(document)
      known[document] = form
      return form
    } catch let error as PDFError {
      throw PDFError(
        .invalidArgument, "What an annotation shows must be a PDF document with a page.",
        underlying: error.message)
    }
  }

  private func make(_ document: Data) throws -> PageForm {
    let (page, graph) = try Self.firstPage(of: document)
    let attributes = PageAttributes(graph) { page[$0] }
    let box = attributes.boxes[.cropBox] ?? .zero
    let content = try Self.content(of: page, graph)
    let copier = ObjectCopier(from: graph, to: changes)
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = AnnotationWriter.rect(box)
    dictionary["Matrix"] = .array(Self.matrix(box, attributes.rotation).map(PDFObject.number))
    dictionary["Resources"] = try copier.copy(page["Resources"] ?? .dictionary([:]))
    copier.listLayers()
    try graph.requireReadable(nil)
    let sides = attributes.rotation.isSideways ? (box.height, box.width) : (box.width, box.height)
    return PageForm(object: changes.add(Flate.stream(dictionary, content)), size: sides)
  }

  private static func firstPage(of document: Data) throws -> (PDFDictionary, ObjectGraph) {
    let bytes = try FileBytes(data: document)
    let graph = ObjectGraph(try ObjectReader(bytes, password: nil, chain: try? XrefChain(bytes.pointer)))
    var tree = try PageTree(graph)
    let count = tree.count
    guard count > 0 else { throw PDFError(.pageOutOfRange, "The document has no page.") }
    return (try PageTree.entry(at: 0, in: &tree, of: count, graph, nil).withInherited, graph)
  }

  /// All of the page's content streams as one.
  private static func content(of page: PDFDictionary, _ graph: ObjectGraph) throws -> [UInt8] {
    guard let contents = page["Contents"] else { return [] }
    let streams = graph.resolve(contents).array ?? [contents]
    var result: [UInt8] = []
    for stream in streams {
      guard let id = stream.reference else { continue }
      result += try graph.reader.decodedStream(id) + [UInt8(ascii: "\n")]
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
