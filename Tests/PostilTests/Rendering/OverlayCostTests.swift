import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// What an edit of a page with many annotations of the session costs, counted in annotations that are made ready anew.
@Suite struct OverlayCostTests {
  private let document: PDFDocument
  private let renderer: PageRenderer
  private let page: PageID

  init() throws {
    var sample = PageDocument()
    sample.pages[0].annotations = ["<</Type/Annot/Subtype/Square/Rect[10 10 20 20]/C[1 0 0]/NM(below)>>"]
    document = try PDFDocument(data: sample.data)
    renderer = PageRenderer(document, options: .forTests)
    page = document.pageIDs[0]
    try document.add((0..<50).map { Self.square($0) }, to: page)
  }

  private static func square(_ number: Int) -> Annotation {
    Annotation(
      .rectangle(PageRect(x: Double(10 * (number % 20)), y: Double(100 + number / 20), width: 8, height: 8)),
      id: AnnotationID(rawValue: "square-\(number)"))
  }

  /// How many items of the overlay an edit makes, and the areas that it makes out of date.
  private func edit(_ body: () throws -> Void) throws -> (made: [String], areas: Int) {
    let before = try renderer.views.view(of: page)
    try body()
    let (after, change) = try renderer.views.refreshed(page)
    let known = Set(before.overlay.items.map { ObjectIdentifier($0) })
    let made = after.overlay.items.filter { !known.contains(ObjectIdentifier($0)) }
    #expect(after.overlay.items.map(\.annotation) == Array(try document.page(page).annotations.dropFirst()))
    return (made.map(\.annotation.id.rawValue), change?.areas.count ?? 0)
  }

  @Test func anEditMakesWhatItChangesAndTakesOverTheRest() throws {
    var result = try edit { try document.add(Self.square(60), to: page) }
    #expect(result == (["square-60"], 1))
    result = try edit {
      var changed = Self.square(20)
      changed.style.color = .blue
      try document.replace(changed, on: page)
    }
    #expect(result == (["square-20"], 2))
    result = try edit { try document.remove("square-0", from: page) }
    #expect(result == ([], 1))
    result = try edit { try document.remove(["square-10", "square-30"], from: page) }
    #expect(result == ([], 2))
    result = try edit { try document.undo() }
    #expect(result == (["square-10", "square-30"], 2))
    result = try edit { try document.add(Self.square(61), to: page, at: 7) }
    #expect(result == (["square-61"], 1))
  }

  /// Translucent, since what is painted twice would show, over each other, since the order would.
  private func blot(_ number: Int) -> Annotation {
    var annotation = Self.square(number)
    annotation.content = .ellipse(PageRect(x: Double(20 + 7 * (number - 100)), y: 60, width: 50, height: 50))
    annotation.style = AnnotationStyle(
      color: number % 2 == 0 ? .red : .blue, fill: number % 3 == 0 ? .blue : nil, lineWidth: 4)
    annotation.style.opacity = 0.4
    return annotation
  }

  /// After each edit, the tile equals what a renderer shows that knew nothing before; what has come on top is all that is painted.
  @Test func whatComesOnTopIsPaintedOverTheTileAsItWas() async throws {
    let tile = TileID(page: page, scale: 2, size: 512, column: 0, row: 2)
    let uses = { renderer.caches.outdated.statistics.hits }
    func check(_ count: Int, _ edit: () throws -> Void) async throws {
      let before = uses()
      try edit()
      let shown = Pixels(try await renderer.tile(tile).image)
      let fresh = PageRenderer(document, options: .forTests)
      #expect(shown == Pixels(try await fresh.tile(tile).image))
      #expect(uses() - before == count)
    }
    try await check(0) { try document.add(blot(100), to: page) }
    try await check(1) { try document.add(blot(101), to: page) }
    // Several at once, and edits that nobody looked at.
    try await check(1) {
      try document.add([blot(102), blot(103)], to: page)
      try document.add(blot(104), to: page)
    }
    // An edit elsewhere leaves the tile as it is.
    try await check(0) {
      try document.add(Annotation(.rectangle(PageRect(x: 20, y: 700, width: 9, height: 9))), to: page)
    }
    // Found, but of no use: it is painted anew.
    try await check(1) { try document.add(blot(105), to: page, at: 3) }
    try await check(1) { try document.remove("square-102", from: page) }
    try await check(1) { try document.undo() }
    try await check(1) {
      var changed = blot(104)
      changed.style.color = .green
      try document.replace(changed, on: page)
    }
    try await check(1) {
      try document.add(blot(106), to: page)
      try document.remove("square-101", from: page)
    }
    // The page's own content, too, is as it was.
    try await check(1) {
      try document.remove("below", from: page)
      try document.add(blot(107), to: page)
    }
    try await check(0) { try document.rotatePages([page], by: .clockwise90) }
  }

  /// An annotation that comes back as it was, by way of others, is not drawn anew.
  @Test func whatComesBackKeepsItsPicture() throws {
    let result = try edit {
      try document.remove("square-5", from: page)
      try document.undo()
    }
    #expect(result.areas == 0)
    #expect(result.made == ["square-5"])
    let other = try edit { try document.add(Self.square(62), to: page) }
    #expect(other == (["square-62"], 1))
  }
}
