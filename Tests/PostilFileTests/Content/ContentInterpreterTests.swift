import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct ContentInterpreterTests {
  /// Notes what a content does, in words.
  private final class Diary: ContentVisitor {
    var lines: [String] = []

    func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
      if let (category, name) = event.resource(operation) { lines.append("\(category) \(name)") }
      switch event {
      case .showText(let shown):
        let place = shown.glyphs.first.map { content.state.glyphMatrix($0.matrix).apply(0, 0) }
        lines.append("text \(shown.glyphs.count) at \(place.map { "\($0.x) \($0.y)" } ?? "-")")
      case .paintPath(let painting):
        lines.append("path \(content.path.elements.count)\(painting.fill ? " fill" : "")")
      case .beginMark(let mark): lines.append("mark \(mark.number ?? -1)")
      case .endMark: lines.append("end")
      case .restore: lines.append("restore \(content.state.lineWidth)")
      case .nothing: lines.append("nothing")
      default: break
      }
    }
  }

  private func graph() throws -> ObjectGraph {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Resources<</Font<</F 4 0 R>>/Properties<</P<</MCID 7>>>>>>>>", as: 3)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 4)
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
  }

  private func lines(_ content: String) throws -> [String] {
    let graph = try graph()
    let diary = Diary()
    let resources =
      graph.resolve(graph.object(ObjectID(number: 3)).dictionary?["Resources"]).dictionary ?? [:]
    try ContentInterpreter(ContentContext(graph, fileSize: 0), resources: resources).interpret(
      Array(content.utf8), diary)
    return diary.lines
  }

  @Test func textStandsWhereItsMatricesSay() throws {
    #expect(
      try lines(
        "q 2 0 0 2 10 20 cm BT /F 10 Tf 5 6 Td (ab) Tj 0 -10 TD (c) ' 1 0 0 1 3 4 Tm [(d) 100] TJ ET Q") == [
          "Font F", "text 2 at 20.0 32.0", "text 1 at 20.0 -8.0", "text 1 at 16.0 28.0", "restore 1.0",
        ])
  }

  @Test func stateIsSavedAndRestored() throws {
    #expect(try lines("5 w q 7 w Q Q") == ["restore 5.0", "nothing"])
    // What is open at the end is closed.
    #expect(
      try lines("q 7 w /P <</MCID 3>> BDC /Span /P BDC") == [
        "mark 3", "Properties P", "mark 7", "end", "end", "restore 1.0",
      ])
  }

  @Test func whatHasNotItsOperandsIsNothing() throws {
    #expect(
      try lines("cm Tf (x) Td /N Do Tj TJ EMC foo 1 2 re f") == Array(repeating: "nothing", count: 8) + [
        "path 0 fill"
      ])
  }

  @Test func pathsAreMadeOfTheirOperations() throws {
    #expect(try lines("0 0 m 1 1 l h f 0 0 5 5 re W n") == ["path 3 fill", "path 5"])
  }

  @Test func savedStatesHaveALimit() throws {
    #expect(throws: PDFError.self) { try lines(String(repeating: "q ", count: 100_001)) }
  }

  @Test func openMarksHaveALimit() throws {
    #expect(throws: PDFError.self) { try lines(String(repeating: "/P BMC ", count: 10_001)) }
    #expect(try lines(String(repeating: "/P BMC EMC ", count: 10_001)).count == 20_002)
  }

  @Test func operatorsAreKnownByTheirBytes() {
    for name in ["q", "b*", "BDC", "'", "\"", "SCN", "d1"] {
      let found = Array(name.utf8).withUnsafeBytes { ContentOperator($0) }
      #expect(found?.name == name)
    }
    #expect(Array("qq".utf8).withUnsafeBytes { ContentOperator($0) } == nil)
    #expect(Array("BDCX".utf8).withUnsafeBytes { ContentOperator($0) } == nil)
  }

  /// A form may be painted any number of times by forms that are painted any number of times.
  @Test func workIsCountedByStreamsAndTheFilesSize() throws {
    let graph = try graph()
    func streams(_ fileSize: Int, upTo most: Int) -> Int {
      let context = ContentContext(graph, fileSize: fileSize)
      let content = ContentInterpreter(context, resources: [:])
      return (0..<most).first { _ in
        do {
          try content.interpret([], Diary())
          return false
        } catch { return (error as? PDFError)?.code == .unsupported }
      } ?? most
    }
    #expect(streams(0, upTo: 60_000) == 50_000 - 1)
    // A large file may have more of them.
    #expect(streams(100_000, upTo: 60_000) == 60_000)
  }

  @Test func aContentWithTooManyLettersIsRefused() throws {
    let graph = try graph()
    let resources =
      graph.resolve(graph.object(ObjectID(number: 3)).dictionary?["Resources"]).dictionary ?? [:]
    // Also without a font.
    for font in ["/F 10 Tf", ""] {
      let letters =
        Array("BT \(font) (".utf8) + [UInt8](repeating: 97, count: 500_001) + Array(") Tj ET".utf8)
      let content = ContentInterpreter(
        ContentContext(graph, fileSize: letters.count), resources: resources)
      let error = #expect(throws: PDFError.self) {
        try ContentWalk(PageGlyphs()).interpret(letters, content)
      }
      #expect(error?.code == .unsupported)
    }
  }
}
