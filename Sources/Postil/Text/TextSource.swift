import PostilFile
import PostilModel
import PostilRender

/// A document to read text from, and how its pages stand in it.
struct TextSource: Sendable {
  let bytes: RenderSource
  let password: String?
  let places: [PageID: Int]
  /// How far pages are turned in it, against the file as it was opened.
  let turns: [PageID: PageRotation]
}

extension PDFDocument {
  /// The document as it is now.
  func textSource(_ page: PageID) throws -> TextSource {
    while true {
      let snapshot = try renderSnapshot(of: page, known: nil)
      let state = session.withLock { $0.changeCount == snapshot.changeCount ? $0.state : nil }
      guard let state, let bytes = snapshot.source else { continue }
      let places = Dictionary(uniqueKeysWithValues: state.pages.enumerated().map { ($1, $0) })
      return TextSource(bytes: bytes, password: snapshot.password, places: places, turns: state.turns)
    }
  }

  /// The transform of a page that is turned by so much since the file was opened.
  func transform(of page: PageID, turned turn: PageRotation?) throws -> PageTransform {
    let attributes = try session.withLock { try $0.store.attributes(of: page) }
    return PageTransform(
      cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation + (turn ?? .none))
  }
}
