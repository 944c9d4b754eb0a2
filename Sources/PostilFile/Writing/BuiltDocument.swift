package import Foundation
import PostilGraphics
package import PostilModel

/// A document that is made here: a small file without anything on its page, or without a page, and an update with what it
/// is to have.
package struct BuiltDocument {
  /// The node of its page tree.
  static let pages = ObjectID(number: 2)
  /// Its page, if it has one.
  static let page = ObjectID(number: 3)

  private static let header = """
    %PDF-1.7
    1 0 obj
    <</Type /Catalog /Pages 2 0 R>>
    endobj
    2 0 obj

    """

  /// A document without pages.
  package static let empty = Data(
    (header + """
      <</Type /Pages /Kids [] /Count 0>>
      endobj
      xref
      0 3
      0000000000 65535 f\r
      0000000009 00000 n\r
      0000000056 00000 n\r
      trailer
      <</Root 1 0 R /Size 3>>
      startxref
      106
      %%EOF

      """).utf8)

  private static let onePage = Data(
    (header + """
      <</Type /Pages /Kids [3 0 R] /Count 1>>
      endobj
      3 0 obj
      <</Type /Page /Parent 2 0 R /MediaBox [0 0 1 1]>>
      endobj
      xref
      0 4
      0000000000 65535 f\r
      0000000009 00000 n\r
      0000000056 00000 n\r
      0000000111 00000 n\r
      trailer
      <</Root 1 0 R /Size 4>>
      startxref
      176
      %%EOF

      """).utf8)

  let graph: ObjectGraph
  private let base: IncrementalBase

  /// A document of one page.
  init() throws {
    let bytes = try FileBytes(data: Self.onePage)
    guard case .success(let base) = IncrementalBase.find(in: bytes.pointer) else {
      throw PDFError(.renderFailed, "The page cannot be made.")
    }
    self.base = base
    graph = ObjectGraph(try ObjectReader(bytes, password: nil, chain: base.chain))
  }

  /// Where objects of the update are collected.
  func changes() -> ObjectChanges { ObjectChanges(graph, nextNumber: base.nextNumber) }

  /// The document with an update that has those objects.
  func appending(_ changes: ObjectChanges) throws -> Data {
    let writer = AppendWriter(
      chain: base.chain, baseLength: Self.onePage.count, endsWithNewline: base.endsWithNewline,
      previousStart: base.start, size: base.size)
    let objects = try changes.withStreamData()
    return Self.onePage + writer.write(objects, nextNumber: changes.nextNumber, identifier: []).bytes
  }
}

extension BuiltDocument {
  /// A document of one page that an image fills.
  ///
  /// - Parameter isFirstArchive: Whether the page is for a document that keeps PDF/A-1.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the image is damaged.
  package static func page(
    showing image: Appearance.Image, _ size: PageSize, isFirstArchive: Bool = false
  ) throws -> Data {
    let document = try BuiltDocument()
    let changes = document.changes()
    let object = try ImageObjects(changes, isFirstArchive: isFirstArchive).object(of: image)
    let frame = PageRect(x: 0, y: 0, width: size.width, height: size.height)
    var content = ContentStreamWriter()
    content.paint(form: "I", image.matrix(in: UprightFrame(frame, .none)))
    let stream = changes.add(Flate.stream([:], content.bytes))
    changes.set(
      page,
      to: .dictionary([
        "Type": .name("Page"), "Parent": .reference(pages), "MediaBox": PDFObject.rect(frame),
        "Resources": .dictionary(["XObject": .dictionary(["I": .reference(object)])]),
        "Contents": .reference(stream),
      ]))
    return try document.appending(changes)
  }
}
