import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct NoteCodecTests {
  private let page = PageID(number: 1)

  private func store(_ annotations: String...) throws -> FileStore { try .withAnnotations(annotations) }

  private func saved(_ store: FileStore, _ edit: Edit) throws -> FileStore { try store.saving(edit) }

  private func dictionaries(_ store: FileStore) throws -> [PDFDictionary] {
    let list = store.graph.resolve(store.graph.object(ObjectID(number: 3)).dictionary?["Annots"]).array ?? []
    return list.compactMap { store.graph.resolve($0).dictionary }
  }

  @Test func keysAreThoseOfTheStandard() throws {
    let note = Annotation(
      .note(at: PagePoint(x: 50, y: 90), icon: .help, isOpen: true), style: .note, contents: "Why?",
      author: "Ada")
    let file = try saved(try store(), .addAnnotation(note, page: page))
    let dictionary = try #require(try dictionaries(file).first)
    #expect(dictionary["Subtype"] == .name("Text") && dictionary["Name"] == .name("Help"))
    #expect(dictionary["Open"] == .boolean(true) && dictionary["F"] == .integer(28))
    #expect(dictionary["Rect"] == .coordinates([50, 70, 70, 90]) && dictionary["C"] != nil)
    for key in ["BS", "IC", "State", "StateModel", "IRT", "Border"] as [PDFName] {
      #expect(dictionary[key] == nil)
    }
    let back = try #require(try file.annotations(of: page).first)
    #expect(back.content == note.content && back.style == note.style && back.foreignKeys.isEmpty)
  }

  @Test func aStateIsAHiddenAnswer() throws {
    let root = "<</Subtype/Square/Rect[10 10 90 90]/NM(root)>>"
    let file = try store(root)
    let state = try #require(try file.annotations(of: page).first).reply(.rejected, author: "Ada")
    let written = try dictionaries(try saved(file, .addAnnotation(state, page: page)))[1]
    #expect(written["State"] == .string(Array("Rejected".utf8)) && written["F"] == .integer(30))
    #expect(
      written["StateModel"] == .string(Array("Review".utf8)) && written["T"] == .string(Array("Ada".utf8)))
    #expect(written["IRT"] == .reference(ObjectID(number: 4)) && written["RT"] == nil)
  }

  @Test func anAnswerHasAnAppearanceThatPaintsNothing() throws {
    let file = try store("<</Subtype/Square/Rect[10 10 90 90]/NM(root)>>")
    let answer = try #require(try file.annotations(of: page).first).reply("no")
    var result = try saved(file, .addAnnotation(answer, page: page))
    func content(_ file: FileStore) throws -> String {
      let form = try #require(file.graph.resolve(dictionaries(file)[1]["AP"]).dictionary?["N"]?.reference)
      return String(decoding: try file.graph.decodedStream(form, limit: StreamLimit.content), as: UTF8.self)
    }
    #expect(try content(result).isEmpty)
    // A note of its own is drawn.
    var alone = try #require(try result.annotations(of: page).last)
    alone.relation = nil
    result = try saved(result, .replaceAnnotation(alone, page: page))
    #expect(try content(result).contains(" c\n"))
  }

  static let states: [(String, AnnotationState?)] = [
    ("/State(Accepted)/StateModel(Review)", .accepted), ("/State(Marked)", .marked),
    ("/StateModel(Marked)", .unmarked), ("/StateModel(Review)", .unreviewed),
    ("/State/Completed", .completed),
    (
      "/State(Confirmed)/StateModel(Migration)",
      AnnotationState("Confirmed", model: .init(rawValue: "Migration"))
    ),
    ("/State(Confirmed)", nil), ("/State 5/StateModel[]", nil), ("", nil),
  ]

  @Test(arguments: states) func statesOfOtherProgramsAreRead(keys: String, state: AnnotationState?) throws {
    let file = try store("<</Subtype/Text/Rect[1 1 9 9]\(keys)>>")
    #expect(try file.annotations(of: page).first?.content.note?.state == state)
  }

  @Test func notesOfOtherProgramsKeepTheirAppearanceUntilTheyAreRestyled() throws {
    let text =
      "<</Subtype/Text/Rect[10 10 34 34]/NM(n)/Name/Star/F 28/C[1 0 0]/AP<</N 9 0 R/R 9 0 R/D 9 0 R>>/RC(<p/>)/Foo 1>>"
    let file = try store(text)
    var note = try #require(try file.annotations(of: page).first)
    #expect(note.content.note?.icon.rawValue == "Star" && note.foreignKeys.isEmpty)
    let moved = try dictionaries(try saved(file, .replaceAnnotation(note.offset(dx: 5, dy: 5), page: page)))[
      0]
    #expect(moved["AP"]?.dictionary?["R"] == .reference(ObjectID(number: 9)))
    #expect(moved["Rect"] == .coordinates([15, 15, 39, 39]) && moved["Name"] == .name("Star"))
    note.style.color = .blue
    let restyled = try dictionaries(try saved(file, .replaceAnnotation(note, page: page)))[0]
    #expect(restyled["AP"]?.dictionary?.entries.map(\.key) == ["N"] && restyled["Name"] == .name("Star"))
    #expect(restyled["Foo"] == .integer(1) && restyled["C"] == .numbers([0, 0, 1]))
  }

  @Test func whatAnswersADictionaryWithoutANumberMakesItAnObject() throws {
    var builder = PDFBuilder(annotations: [])
    builder.add(
      "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Square/Rect[10 10 90 90]/NM(root)/Foo 1>>]>>", as: 3)
    let file = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    let root = try #require(try file.annotations(of: page).first)
    let result = try saved(file, .addAnnotations([root.reply("yes"), root.popup()], page: page))
    let back = try result.annotations(of: page)
    #expect(back.map(\.relation) == [nil, .reply(to: "root"), .popup(of: "root")])
    let first = try dictionaries(result)[0]
    #expect(first["Foo"] == .integer(1) && first["Popup"] != nil)
  }
}
