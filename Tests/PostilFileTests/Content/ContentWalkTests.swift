import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// What is entered of the streams that a content paints, and what is known there.
@Suite struct ContentWalkTests {
  /// Notes what is painted, and where.
  private final class Diary: PaintVisitor {
    var lines: [String] = []
    /// What has to be the same for a stream not to be entered again; `nil`: it is entered each time.
    var key: ((PaintedStream) -> AnyHashable)?

    func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
      let hidden = content.isHidden ? " hidden" : ""
      switch event {
      case .showText(let shown):
        let place = shown.glyphs.first.map { content.state.glyphMatrix($0.matrix).apply(0, 0) }
        lines.append(
          "text \(shown.firstGlyph)+\(shown.glyphs.count) at \(place.map { "\($0.x) \($0.y)" } ?? "-")"
            + hidden)
      case .paintPath:
        let place = content.state.matrix.apply(0, 0)
        lines.append("path at \(place.x) \(place.y), width \(content.state.lineWidth)" + hidden)
      default: break
      }
    }

    func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
      lines.append(String("\(stream.kind)".prefix { $0 != "(" }) + (stream.isHidden ? " hidden" : ""))
      if let key {
        if try !walk.enter(stream, once: key(stream)) { lines.append("known") }
      } else {
        try walk.enter(stream)
      }
    }
  }

  private typealias Stream = (dictionary: String, data: String)

  private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
  private static let cell = "/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9/BBox[0 0 9 9]"

  /// Of a file whose objects 10 and so on are streams; object 4 is a font, 5 a layer that is hidden.
  private func graph(_ streams: [Stream], _ objects: [Int: String] = [:]) throws -> ObjectGraph {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 4)
    builder.add("<</Type/OCG/Name(Layer)>>", as: 5)
    for (number, object) in objects.sorted(by: { $0.key < $1.key }) { builder.add(object, as: number) }
    for (index, stream) in streams.enumerated() {
      builder.addStream(stream.data, dictionary: stream.dictionary, as: 10 + index)
    }
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
  }

  private func lines(
    _ content: String, _ resources: String, _ streams: [Stream], objects: [Int: String] = [:],
    stopsAtDamage: Bool = false, key: ((PaintedStream) -> AnyHashable)? = nil
  ) throws -> [String] {
    let graph = try graph(streams, objects.merging([6: "<<\(resources)>>"]) { $1 })
    let diary = Diary()
    diary.key = key
    try ContentWalk(diary, stopsAtDamage: stopsAtDamage).interpret(
      Array(content.utf8),
      ContentInterpreter(
        ContentContext(graph, fileSize: 0),
        resources: graph.object(ObjectID(number: 6)).dictionary ?? [:], hiddenLayers: HiddenLayers(graph)))
    return diary.lines
  }

  // MARK: - Where they stand

  @Test func aFormTakesOnTheStateAndTheResourcesAroundIt() throws {
    #expect(
      try lines(
        "7 w /F 10 Tf 1 0 0 1 5 5 cm /X Do", "/Font<</F 4 0 R>>/XObject<</X 10 0 R>>",
        [(Self.form + "/Matrix[1 0 0 1 100 0]", "BT (a) Tj ET 0 0 1 1 re f")]) == [
          "form", "text 0+1 at 105.0 5.0", "path at 105.0 5.0, width 7.0",
        ])
  }

  /// What a stream's own resources do not have, those around may.
  @Test func namesAreLookedForInTheStreamsAround() throws {
    let inner = (Self.form + "/Resources<</ExtGState<</G<<>>>>>>", "BT /F 10 Tf (a) Tj ET")
    #expect(
      try lines("/X Do", "/Font<</F 4 0 R>>/XObject<</X 10 0 R>>", [inner]) == [
        "form", "text 0+1 at 0.0 0.0",
      ])
  }

  /// Patterns lie in the space that the content begins with, masks in that which holds where they are set.
  @Test func patternsAndMasksBeginWithAStateOfTheirOwn() throws {
    let resources = "/Pattern<</P 10 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 11 0 R>>>>>>"
    let path = "0 0 1 1 re f"
    #expect(
      try lines(
        "7 w 1 0 0 1 5 5 cm /Pattern cs /P scn /G gs", resources,
        [(Self.cell + "/Matrix[1 0 0 1 100 0]", path), (Self.form + "/Matrix[1 0 0 1 0 100]", path)]) == [
          "pattern", "path at 100.0 0.0, width 1.0", "maskGroup", "path at 5.0 105.0, width 1.0",
        ])
    // A pattern without a cell, and a mask that is none, are nothing to enter.
    #expect(
      try lines("/P scn /G gs", "/Pattern<</P<</PatternType 2>>>>/ExtGState<</G<</SMask/None>>>>", []).isEmpty
    )
  }

  // MARK: - Glyphs

  private static let type3 =
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 98/Widths[1 1]"
    + "/CharProcs<</a 10 0 R/b 11 0 R>>/Encoding<</Differences[97/a/b]>>"

  /// A drawing comes behind its glyph, and what it shows before the next one.
  @Test func textOfDrawingsComesBehindTheGlyph() throws {
    let drawings: [Stream] = [("", "1 0 d0 0 0 1 1 re f"), ("", "1 0 d0 BT /F 1 Tf (xy) Tj ET")]
    let resources = "/Font<</T 7 0 R/F 4 0 R>>"
    #expect(
      try lines("BT /T 10 Tf (abaab) Tj ET", resources, drawings, objects: [7: Self.type3 + ">>"]) == [
        "text 0+2 at 0.0 0.0", "glyph", "text 0+2 at 10.0 0.0", "text 2+3 at 20.0 0.0", "glyph",
        "text 0+2 at 40.0 0.0",
      ])
    // With resources of the font, which come before those of the page.
    #expect(
      try lines(
        "BT /T 10 Tf (b) Tj ET", "/Font<</T 7 0 R>>", drawings,
        objects: [
          7: Self.type3 + "/Resources \(resources.replacing("/Font", with: "<</Font"))>>>>"
        ]) == ["text 0+1 at 0.0 0.0", "glyph", "text 0+2 at 0.0 0.0"])
  }

  /// What a drawing shows in its own font is not drawn again.
  @Test func drawingsInDrawingsAreNotEntered() throws {
    #expect(
      try lines(
        "BT /T 1 Tf (a) Tj ET", "/Font<</T 7 0 R>>",
        [("", "1 0 d0 BT /T 1 Tf (b) Tj ET"), ("", "1 0 d0 BT /T 1 Tf (a) Tj ET")],
        objects: [7: Self.type3 + ">>"]) == ["text 0+1 at 0.0 0.0", "glyph", "text 0+1 at 0.0 0.0"])
  }

  // MARK: - How often

  /// Readers do not paint it a second time.
  @Test func whatPaintsItselfIsEnteredOnce() throws {
    #expect(
      try lines(
        "/X Do", "/XObject<</X 10 0 R>>", [(Self.form, "/X Do /X Do 0 0 1 1 re f")]) == [
          "form", "path at 0.0 0.0, width 1.0",
        ])
  }

  @Test func whatLiesTooDeepIsNotEntered() throws {
    let forms = (0..<40).map { index in
      (Self.form + "/Resources<</XObject<</X \(11 + index) 0 R>>>>", "/X Do")
    }
    let found = try lines("/X Do", "/XObject<</X 10 0 R>>", forms)
    #expect(found.count == ContentContext.deepest)
  }

  @Test func streamsAreEnteredEachTimeOrOnceForAKey() throws {
    let resources = "/XObject<</X 10 0 R>>"
    let forms: [Stream] = [(Self.form, "0 0 1 1 re f")]
    let content = "/X Do q 1 0 0 1 5 5 cm /X Do Q /X Do"
    #expect(try lines(content, resources, forms).count { $0.hasPrefix("path") } == 3)
    #expect(try lines(content, resources, forms) { [$0.id] }.count { $0.hasPrefix("path") } == 1)
    #expect(
      try lines(content, resources, forms) { [$0.matrix] } == [
        "form", "path at 0.0 0.0, width 1.0", "form", "path at 5.0 5.0, width 1.0", "form", "known",
      ])
  }

  /// A form may be painted any number of times by forms that are painted any number of times.
  @Test func workIsCountedForAllThatIsEntered() throws {
    let ten = String(repeating: "/X Do ", count: 10)
    let forms = (0..<10).map { index in (Self.form + "/Resources<</XObject<</X \(11 + index) 0 R>>>>", ten) }
    let error = #expect(throws: PDFError.self) { try lines(ten, "/XObject<</X 10 0 R>>", forms) }
    #expect(error?.code == .unsupported)
  }

  // MARK: - Damage

  @Test func damageEndsTheStreamThatItIsIn() throws {
    let forms: [Stream] = [
      (Self.form, "0 0 1 1 re f [ ( 0 0 1 1 re f"), (Self.form + "/Filter/Unknown", "0 0 1 1 re f"),
    ]
    let resources = "/XObject<</X 10 0 R/Y 11 0 R>>"
    let path = "path at 0.0 0.0, width 1.0"
    #expect(
      try lines("/X Do /Y Do /Y Do 0 0 1 1 re f", resources, forms) == ["form", path, "form", "form", path])
    #expect(throws: ContentParser.Failure.self) {
      try lines("/X Do", resources, forms, stopsAtDamage: true)
    }
    #expect(throws: PDFError.self) { try lines("/Y Do", resources, forms, stopsAtDamage: true) }
  }

  // MARK: - Layers

  @Test func whatHiddenContentPaintsIsHidden() throws {
    let path = "path at 0.0 0.0, width 1.0"
    let resources = "/XObject<</X 10 0 R>>/Properties<</L 5 0 R>>"
    let forms: [Stream] = [
      (Self.form + "/Resources<</XObject<</Y 11 0 R>>>>", "/Y Do"), (Self.form, "0 0 1 1 re f"),
    ]
    #expect(
      try lines("/OC /L BDC /X Do EMC /X Do", resources, forms) == [
        "form hidden", "form hidden", path + " hidden", "form", "form", path,
      ])
    // Content that is left open ends with its stream.
    #expect(
      try lines("/X Do 0 0 1 1 re f", resources, [(Self.form, "/OC /L BDC 0 0 1 1 re f")]) == [
        "form", path + " hidden", path,
      ])
  }

  /// Forms and images have layers (ISO 32000-2, 8.11.3.3); patterns and groups of masks have none.
  @Test func formsMayBeInALayerThemselves() throws {
    let resources =
      "/XObject<</X 10 0 R>>/Pattern<</P 11 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 10 0 R>>>>>>"
    #expect(
      try lines(
        "/X Do /P scn /G gs", resources,
        [(Self.form + "/OC 5 0 R", "0 0 1 1 re f"), (Self.cell + "/OC 5 0 R", "")]) == [
          "form hidden", "path at 0.0 0.0, width 1.0 hidden", "pattern", "maskGroup",
          "path at 0.0 0.0, width 1.0",
        ])
  }
}
