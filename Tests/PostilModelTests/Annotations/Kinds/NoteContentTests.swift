import Foundation
import PostilModel
import Testing

@Suite struct NoteContentTests {
  private let corner = PagePoint(x: 100, y: 200)

  @Test(arguments: NoteContent.Icon.allCases) func iconsArePathsWithinTheirRectangle(icon: NoteContent.Icon)
    throws
  {
    let note = Annotation(.note(at: corner, icon: icon), style: .note)
    #expect(note.bounds == PageRect(x: 100, y: 180, width: 20, height: 20))
    let bounds = try #require(note.appearance.bounds)
    #expect(note.bounds.union(bounds) == note.bounds && bounds.width > 12 && bounds.height > 12)
    #expect(note.content.isPathsOnly && note.appearance.placedItems.isEmpty)
    #expect(note.appearance.box == note.bounds)
    // Anywhere in the rectangle, where nothing is painted too.
    #expect(note.isHit(at: PagePoint(x: 100.2, y: 199.8)) && !note.isHit(at: PagePoint(x: 99, y: 199)))
  }

  @Test func iconsDifferAndUnknownOnesAreNotes() {
    let icons = NoteContent.Icon.allCases.map { Annotation(.note(at: corner, icon: $0)).appearance }
    #expect(Set(icons).count == icons.count)
    let unknown = Annotation(.note(at: corner, icon: NoteContent.Icon(rawValue: "Star")))
    #expect(unknown.appearance == Annotation(.note(at: corner)).appearance)
  }

  @Test func linesOnDarkAreasAreWhite() throws {
    func ink(_ color: Color) throws -> Color? {
      try #require(Annotation(.note(at: corner), style: AnnotationStyle(color: color)).appearance.items.last)
        .pen?
        .color
    }
    #expect(try ink(.black) == .white && ink(.blue) == .white)
    #expect(try ink(.yellow) != .white && ink(.white) != .white)
  }

  @Test func theIconFillsOtherRectanglesFromTheUpperLeft() throws {
    let tall = Annotation(.note(NoteContent(in: PageRect(x: 10, y: 10, width: 30, height: 60))))
    let bounds = try #require(tall.appearance.bounds)
    #expect(bounds.minY > 40 && bounds.maxY <= 70 && bounds.maxX <= 40)
    // Some programs write a point.
    let point = Annotation(.note(NoteContent(in: PageRect(corner: corner, corner: corner))))
    #expect(point.bounds == PageRect(x: 100, y: 180, width: 20, height: 20))
    #expect(point.offset(dx: 1, dy: 1).content.note?.rect.width == 0)
  }

  @Test func newNotesStayUprightAndStatesAreHidden() throws {
    let note = Annotation(.note(at: corner))
    #expect(note.flags == [.print, .noZoom, .noRotate] && note.flags.rawValue == 28)
    #expect(note.reply(.accepted).flags.rawValue == 30 && note.reply("yes").flags.rawValue == 28)
    #expect(Annotation(.note(at: corner), flags: .print).flags == .print)
    let json = try JSONEncoder().encode(note)
    #expect(!String(decoding: json, as: UTF8.self).contains("flags"))
    #expect(try JSONDecoder().decode(Annotation.self, from: json).flags.rawValue == 28)
  }

  @Test func anAnswerPaintsNothingAndIsNotRubbedOut() {
    let note = Annotation(.note(at: corner))
    let reply = note.reply("yes", author: "Ada")
    #expect(reply.relation == .reply(to: note.id) && reply.contents == "yes" && reply.author == "Ada")
    #expect(reply.content.note?.rect == note.content.note?.rect && reply.creationDate != nil)
    #expect(reply.appearance == Appearance() && reply.bounds == note.bounds)
    #expect(note.capabilities.contains(.erasedWhole) && !reply.capabilities.contains(.erasedWhole))
    var part = reply
    part.relation = .part(of: note.id)
    #expect(!part.appearance.items.isEmpty)
  }

  @Test func anAnswerStandsAtTheUpperLeftOfWhatItAnswers() {
    let box = Annotation(
      .rectangle(PageRect(x: 10, y: 20, width: 30, height: 40)), style: AnnotationStyle(lineWidth: 2))
    #expect(box.reply("why?").content.note?.rect == PageRect(x: 9, y: 41, width: 20, height: 20))
  }

  @Test(arguments: AnnotationState.standard) func statesComeBackFromTheirNames(state: AnnotationState) throws
  {
    #expect(AnnotationState(standardName: state.name.lowercased()) == state)
    let reply = Annotation(.note(at: corner)).reply(state, author: "Ada")
    let data = try JSONEncoder().encode(reply)
    #expect(try JSONDecoder().decode(Annotation.self, from: data).content.note?.state == state)
  }

  @Test func otherStatesNeedTheirModel() throws {
    let own = AnnotationState("Confirmed", model: .init(rawValue: "Migration"))
    let reply = Annotation(.note(at: corner)).reply(own)
    let data = try JSONEncoder().encode(reply)
    #expect(try JSONDecoder().decode(Annotation.self, from: data).content.note?.state == own)
    let json = #"{"kind": "note", "at": [1, 2], "state": "Confirmed"}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Annotation.self, from: Data(json.utf8)) }
  }

  @Test func aPlaceIsACornerOrARectangle() throws {
    func note(_ json: String) throws -> NoteContent? {
      try JSONDecoder().decode(Annotation.self, from: Data(json.utf8)).content.note
    }
    #expect(
      try note(#"{"kind": "note", "at": [5, 50]}"#)?.rect == PageRect(x: 5, y: 30, width: 20, height: 20))
    #expect(
      try note(#"{"kind": "note", "rect": [5, 50, 9, 8]}"#)?.rect
        == PageRect(x: 5, y: 50, width: 9, height: 8))
    #expect(throws: DecodingError.self) { try note(#"{"kind": "note"}"#) }
  }

  @Test func nothingBelongsToItself() {
    var note = Annotation(.note(at: corner))
    note.relation = .reply(to: note.id)
    let error = #expect(throws: PDFError.self) { try note.validated() }
    #expect(error?.code == .invalidArgument)
  }
}
