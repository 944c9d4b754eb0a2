import Foundation
import PostilTestSupport
import Testing

@testable import PostilModel

/// Annotations as data.
@Suite struct CopiedAnnotationsTests {
  @Test func everyKindComesBackFromItsData() throws {
    let annotations = AnnotationSamples.contents.map { Annotation($0, contents: "Текст", author: "Ada") }
    var copied = CopiedAnnotations(annotations)
    copied.source = "a document"
    let read = try CopiedAnnotations(data: copied.data())
    #expect(read == copied && read.annotations == annotations)
  }

  @Test func relationsStayAmongTheCopiesUnderNewNames() throws {
    var root = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "root")
    root.flags = [.print, .locked]
    var reply = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "reply")
    reply.relation = .reply(to: "root")
    var orphan = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "orphan")
    orphan.relation = .part(of: "elsewhere")
    let copies = CopiedAnnotations([root, reply, orphan]).renamed()
    #expect(Set(copies.map(\.id)).isDisjoint(with: ["root", "reply", "orphan"]))
    #expect(copies[1].relation == .reply(to: copies[0].id) && copies[2].relation == nil)
    #expect(copies[0].flags == .print)
    #expect(CopiedAnnotations([root]).renamed() != CopiedAnnotations([root]).renamed())
  }

  @Test(arguments: ["", "[]", "{}", "{\"annotations\":[{}]}", "{\"annotations\":[],\"more\":1}", "\u{0}"])
  func otherDataIsRefused(text: String) {
    let error = #expect(throws: PDFError.self) { try CopiedAnnotations(data: Data(text.utf8)) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func whatIsNotANumberIsRefused() {
    let copied = CopiedAnnotations([Annotation(.line(from: .zero, to: PagePoint(x: .nan, y: 0)))])
    #expect(throws: PDFError.self) { try copied.data() }
  }
}
