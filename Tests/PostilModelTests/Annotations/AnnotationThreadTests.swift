import Foundation
import PostilModel
import Testing

@Suite struct AnnotationThreadTests {
  private static func note(_ id: String, _ relation: AnnotationRelation? = nil, day: Int? = nil) -> Annotation
  {
    var note = Annotation(
      .note(at: .zero), contents: id,
      creationDate: day.map { Date(timeIntervalSince1970: Double($0) * 86400) },
      id: AnnotationID(id))
    note.relation = relation
    return note
  }

  private static func state(
    _ id: String, _ state: AnnotationState, of target: AnnotationID, by author: String?, day: Int
  ) -> Annotation {
    var note = Annotation(
      .note(NoteContent(at: .zero, state: state)), author: author,
      creationDate: Date(timeIntervalSince1970: Double(day) * 86400), id: AnnotationID(id))
    note.relation = .reply(to: target)
    return note
  }

  @Test func answersToAnAnnotationAndChainsOfAnswersAreOneList() throws {
    // Acrobat chains answers; others have all of them answer the annotation.
    let list = [
      Self.note("third", .reply(to: "second"), day: 4), Self.note("root", day: 1),
      Self.note("second", .reply(to: "first"), day: 3), Self.note("first", .reply(to: "root"), day: 2),
      Self.note("late", .reply(to: "root"), day: 9), Self.note("other", day: 5),
    ]
    let threads = AnnotationThread.all(in: list)
    #expect(threads.map(\.id) == ["root", "other"])
    #expect(
      threads[0].replies.map(\.id) == ["first", "second", "third", "late"] && threads[1].replies.isEmpty)
  }

  @Test func answersWithoutADateKeepTheirPlace() {
    let list = [
      Self.note("root"), Self.note("a", .reply(to: "root")), Self.note("b", .reply(to: "root"), day: 2),
      Self.note("c", .reply(to: "root")), Self.note("d", .reply(to: "root"), day: 1),
    ]
    #expect(AnnotationThread.all(in: list)[0].replies.map(\.id) == ["a", "d", "b", "c"])
  }

  @Test func theNewestStateOfEachAuthorAndModelCounts() throws {
    let list = [
      Self.note("root"), Self.state("1", .rejected, of: "root", by: "Ada", day: 1),
      Self.state("4", .completed, of: "root", by: "Ada", day: 4),
      Self.state("2", .accepted, of: "root", by: "Ada", day: 2),
      Self.state("3", .marked, of: "root", by: "Ada", day: 3),
      Self.state("5", .accepted, of: "root", by: nil, day: 1),
      Self.note("reply", .reply(to: "root")), Self.state("6", .cancelled, of: "reply", by: "Bo", day: 1),
    ]
    let thread = try #require(AnnotationThread.all(in: list).first)
    #expect(AnnotationThread.all(in: list).count == 1)
    #expect(thread.states() == ["Ada": .completed, "": .accepted])
    #expect(thread.states(in: .marked) == ["Ada": .marked])
    #expect(thread.states(of: "reply") == ["Bo": .cancelled])
    #expect(thread.replies.map(\.id) == ["reply"], "states are no comments")
    #expect(thread.reviews.filter { $0.author == "Ada" }.map(\.id) == ["1", "2", "3", "4"])
  }

  @Test func statesThatAnswerEachOtherAreAboutTheSame() throws {
    let list = [
      Self.note("root"), Self.state("1", .rejected, of: "root", by: "Ada", day: 1),
      Self.state("2", .accepted, of: "1", by: "Ada", day: 2),
      Self.state("3", .marked, of: "2", by: "Ada", day: 3),
    ]
    let thread = try #require(AnnotationThread.all(in: list).first)
    #expect(thread.states() == ["Ada": .accepted] && thread.states(in: .marked) == ["Ada": .marked])
  }

  @Test func partsAndPopupsAreNoAnswers() throws {
    var strike = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "strike")
    strike.relation = .part(of: "root")
    let root = Self.note("root")
    let list = [strike, root, root.popup(), Self.note("reply", .reply(to: "strike"))]
    let threads = AnnotationThread.all(in: list)
    #expect(threads.count == 1 && threads[0].id == "root")
    #expect(threads[0].parts.map(\.id) == ["strike"] && threads[0].replies.map(\.id) == ["reply"])
  }

  @Test func circlesAndMissingAnnotationsHaveAThreadNevertheless() {
    let list = [
      Self.note("a", .reply(to: "c")), Self.note("b", .reply(to: "a")), Self.note("c", .reply(to: "b")),
      Self.note("d", .reply(to: "gone")), Self.note("e", .reply(to: "b")),
      Self.state("s", .accepted, of: "gone", by: nil, day: 1),
      Self.state("t", .accepted, of: "u", by: nil, day: 1),
      Self.state("u", .accepted, of: "t", by: nil, day: 1),
    ]
    let threads = AnnotationThread.all(in: list)
    #expect(threads.map(\.id) == ["a", "d"])
    #expect(Set(threads[0].replies.map(\.id)) == ["b", "c", "e"])
  }

  @Test func longChainsTakeLinearTime() {
    let count = 20_000
    var list = [Self.note("0")]
    for index in 1..<count { list.append(Self.note("\(index)", .reply(to: AnnotationID("\(index - 1)")))) }
    for index in 0..<count {
      let target = index == 0 ? "0" : "s\(index - 1)"
      list.append(Self.state("s\(index)", .accepted, of: AnnotationID(target), by: nil, day: index))
    }
    let threads = AnnotationThread.all(in: list.reversed())
    #expect(threads.count == 1 && threads[0].replies.count == count - 1 && threads[0].reviews.count == count)
    #expect(threads[0].states() == ["": .accepted])
    #expect(AnnotationList(list).related(to: ["0"]).count == 2 * count - 1)
  }
}
