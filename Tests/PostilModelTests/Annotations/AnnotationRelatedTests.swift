import PostilModel
import Testing

@Suite struct AnnotationRelatedTests {
  @Test func copiesBelongToCopies() {
    let note = Annotation(.note(at: .zero), contents: "why?", author: "Ada")
    let reply = note.reply("because")
    let unit = [note, note.popup(), reply, reply.reply(.accepted, author: "Bo")]
    let copies = Annotation.copies(of: unit)
    #expect(Set(copies.map(\.id)).isDisjoint(with: Set(unit.map(\.id))))
    #expect(
      copies.map(\.relation) == [
        nil, .popup(of: copies[0].id), .reply(to: copies[0].id), .reply(to: copies[2].id),
      ])
    #expect(copies.map(\.contents) == unit.map(\.contents) && copies.map(\.content) == unit.map(\.content))
    #expect(copies.map(\.flags) == unit.map(\.flags))
    // Alone it is a note like any other.
    #expect(Annotation.copies(of: [reply]).map(\.relation) == [nil])
  }
}
