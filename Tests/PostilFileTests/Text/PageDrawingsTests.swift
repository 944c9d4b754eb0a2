import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// What of a page counts as drawn, and how.
@Suite struct PageDrawingsTests {
  private typealias Stream = (dictionary: String, data: String)

  private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]"

  /// Of a page of 200 × 200 points. Streams are the objects from 20 on, `X0` and so on; object 5 is a layer that is hidden.
  private func drawings(
    _ content: String, _ resources: String = "", streams: [Stream] = [], entries: String = "",
    objects: [Int: String] = [:]
  ) throws -> [PageDrawing] {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let names = streams.indices.map { "/X\($0) \($0 + 20) 0 R" }.joined()
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R\(entries)/Resources<</XObject<<\(names)>>/Properties<</L 5 0 R>>\(resources)>>>>",
      as: 3)
    builder.addStream(content, as: 4)
    builder.add("<</Type/OCG/Name(Layer)>>", as: 5)
    for (number, object) in objects.sorted(by: { $0.key < $1.key }) { builder.add(object, as: number) }
    for (index, stream) in streams.enumerated() {
      builder.addStream(stream.data, dictionary: stream.dictionary, as: index + 20)
    }
    return try PageTextReader(OpenedFile(data: builder.data(), password: nil)).drawings(ofPage: 0) {}
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PageRect {
    PageRect(x: x, y: y, width: width, height: height)
  }

  // MARK: - Paths

  @Test func pathsAreAsTheyArePainted() throws {
    let found = try drawings(
      """
      1 0 0 rg 0 0 1 RG 2 w 10 20 30 40 re f
      10 10 m 60 10 l S
      10 10 m 10 50 60 50 60 10 c b*
      0 0 9 9 re n
      50 50 m f
      """)
    #expect(found.count == 3)
    #expect(found[0].rect == rect(10, 20, 30, 40) && found[0].stroke == nil)
    #expect(found[0].fill == PageDrawing.Fill(.color(.red)))
    #expect(found[1].line?.end == PagePoint(x: 60, y: 10) && found[1].fill == nil)
    #expect(found[1].stroke == PageDrawing.Stroke(.color(.blue), width: 2))
    #expect(
      found[2].fill?.rule == .evenOdd && found[2].stroke != nil && found[2].path.elements.last == .close)
    #expect(found[2].bounds == rect(10, 10, 50, 30) && found[2].rect == nil && found[2].line == nil)
    #expect(found.allSatisfy { $0.isVisible && !$0.isInAnnotation })
  }

  @Test func strokesAreMeasuredOnThePage() throws {
    let stroke = try #require(
      try drawings("[3 1] 2 d 1 J 2 j 4 M 0 2 -2 0 100 100 cm 3 w 0 0 m 10 0 l S").first?.stroke)
    #expect(stroke.width == 6 && stroke.dash == [6, 2] && stroke.dashPhase == 4)
    #expect(stroke.cap == .round && stroke.join == .bevel && stroke.miterLimit == 4)
    let byState = try drawings(
      "/G gs 0 0 m 10 0 l S", "/ExtGState<</G<</LW 5/LC 2/LJ 1/ML 3/D[[1]0]/CA 0.5/ca 0.25>>>>")
    #expect(
      byState.first?.stroke
        == PageDrawing.Stroke(
          .color(.black), width: 5, dash: [1], cap: .square, join: .round, miterLimit: 3, opacity: 0.5))
  }

  @Test func turnedAndCutPagesKeepTheirSpace() throws {
    let found = try drawings(
      "10 20 30 40 re f 150 150 20 20 re f", entries: "/Rotate 90/CropBox[0 0 25 100]")
    #expect(found.map(\.rect) == [rect(10, 20, 30, 40), rect(150, 150, 20, 20)])
    #expect(found.map(\.visibleBounds) == [rect(10, 20, 15, 40), nil])
  }

  // MARK: - Colors

  private static let ink = "/FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 0 0]/N 1"

  @Test(arguments: [
    ("0.5 g", "808080"), ("0 1 0 rg", "00FF00"), ("0 1 1 0 k", "FF0000"),
    ("/DeviceRGB cs 0 0 1 sc", "0000FF"),
    ("/DeviceCMYK cs", "000000"), ("/I cs 1 1 0 scn", "FFFF00"), ("/C cs 0.2 sc", "333333"),
    ("/S cs", "FF0000"), ("/S cs 0 scn", "FFFFFF"), ("/K cs 0.25 scn", "BFBFBF"), ("/N cs 1 0 scn", "00FFFF"),
    ("/T cs 0.75 scn", "800000"), ("/D cs 0.5 scn", "0000FF"), ("/P cs 0.5 scn", "FF8000"),
    ("/X cs", "00FF00"), ("/X cs 1 sc", "0000FF"), ("/X cs 9 sc", "unknown"), ("/L cs 50 0 0 sc", "unknown"),
    ("/S cs 1 1 scn", "unknown"), ("/B cs 1 scn", "unknown"), ("/Pattern cs /Q scn", "pattern"),
    ("/Pattern cs /Z scn", "shading"), ("/Pattern cs /Nothing scn", "unknown"),
  ])
  func colorsAreThoseOfTheirSpaces(_ operators: String, _ expected: String) throws {
    let resources = """
      /ColorSpace<</I[/ICCBased 20 0 R]/C[/CalGray<</WhitePoint[1 1 1]>>]/S[/Separation/Spot/DeviceRGB 10 0 R]
      /K[/Separation/Black/DeviceGray 10 0 R]/N[/DeviceN[/A/B]/DeviceRGB 21 0 R]/T[/Separation/Spot/DeviceRGB 11 0 R]
      /D[/Separation/Spot/DeviceRGB 22 0 R]/P[/Separation/Spot/DeviceRGB 23 0 R]/X[/Indexed/DeviceRGB 1<00FF000000FF>]
      /L[/Lab<</WhitePoint[1 1 1]>>]/B[/Separation/Spot/DeviceRGB 24 0 R]>>
      /Pattern<</Q 25 0 R/Z<</PatternType 2/Shading<</ShadingType 2>>>>>>
      """
    let streams: [Stream] = [
      ("/N 3", ""),
      ("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", "{1 exch sub exch 1 exch sub exch dup}"),
      (
        "/FunctionType 0/Domain[0 1]/Range[0 1 0 1 0 1]/Size[3]/BitsPerSample 8/Filter/ASCIIHexDecode",
        "FFFFFF0000FF000000>"
      ),
      (
        "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]",
        "{dup 0.25 gt {1 exch 0} {pop 0 0 0} ifelse % a comment\n}"
      ),
      ("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", "{pop pop}"),
      ("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>", "0 0 5 5 re f"),
    ]
    let part = "<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 0 0]/N 1>>"
    let objects = [
      10: "<<\(Self.ink)>>",
      11: "<</FunctionType 3/Domain[0 1]/Functions[\(part) \(part)]/Bounds[0.5]/Encode[0 1 0 1]>>",
    ]
    for (operators, isFill) in [(operators, true), (Self.strokeOperators(operators), false)] {
      let found = try drawings(
        operators + (isFill ? " 0 0 9 9 re f" : " 0 0 9 9 re S"), resources, streams: streams,
        objects: objects)
      #expect(found.count == 1)
      #expect(found.first.flatMap { isFill ? $0.fill?.paint : $0.stroke?.paint }?.description == expected)
    }
  }

  private static func strokeOperators(_ operators: String) -> String {
    operators.split(separator: " ").map { word in
      ["g", "rg", "k", "cs", "sc", "scn"].contains(word) ? word.uppercased() : String(word)
    }.joined(separator: " ")
  }

  @Test func colorsEndWithTheirState() throws {
    let found = try drawings(
      "1 0 0 rg q 0 1 0 rg 0 0 9 9 re f Q 0 0 9 9 re f /Pattern cs 0 0 9 9 re f 0 g 0 0 9 9 re f")
    #expect(found.map { $0.fill?.color?.hex } == ["00FF00", "FF0000", "000000", "000000"])
  }

  // MARK: - Streams

  @Test func formsLieInEachOther() throws {
    let found = try drawings(
      "q 1 0 0 rg 2 0 0 2 10 10 cm /X0 Do Q /X1 Do",
      streams: [
        (
          Self.form + "/Matrix[1 0 0 1 5 0]/Resources<</XObject<</X1 21 0 R>>>>",
          "0 0 10 10 re f /X1 Do /X0 Do"
        ),
        (Self.form, "0 0 1 1 re f"),
      ])
    #expect(found.map(\.rect) == [rect(20, 10, 20, 20), rect(20, 10, 2, 2), rect(0, 0, 1, 1)])
    #expect(found.map { $0.fill?.color } == [.red, .red, .black])
  }

  @Test func whatPatternsMasksAndGlyphsPaintIsNoDrawing() throws {
    let found = try drawings(
      "/G gs BT /T 10 Tf (a) Tj ET /Pattern cs /P scn 0 0 50 50 re f",
      "/ExtGState<</G<</SMask<</S/Luminosity/G 20 0 R>>>>>>/Pattern<</P 21 0 R>>/Font<</T 10 0 R>>",
      streams: [
        (Self.form + "/Group<</S/Transparency>>", "0 0 9 9 re f"),
        (
          "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>",
          "0 0 5 5 re f"
        ),
        ("", "1000 0 d0 0 0 500 500 re f"),
      ],
      objects: [
        10:
          "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a 22 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]>>"
      ])
    #expect(found.map(\.bounds) == [rect(0, 0, 50, 50)] && found.first?.fill?.paint == .pattern)
  }

  @Test func opacitiesOfGroupsAreCounted() throws {
    let found = try drawings(
      "/G gs /X0 Do /X1 Do", "/ExtGState<</G<</ca 0.5/CA 0.25>>>>",
      streams: [
        (
          Self.form + "/Group<</S/Transparency>>/Resources<</ExtGState<</G<</ca 0.5>>>>>>",
          "0 0 9 9 re B /G gs 0 0 9 9 re f"
        ),
        (Self.form, "0 0 9 9 re B"),
      ])
    #expect(found.map { $0.fill?.opacity } == [0.5, 0.25, 0.5])
    #expect(found.map { $0.stroke?.opacity } == [0.5, nil, 0.25])
  }

  @Test func hiddenLayersAreLeftOut() throws {
    let found = try drawings(
      "/OC /L BDC 0 0 9 9 re f /S sh EMC /X0 Do 0 0 5 5 re f", "/Shading<</S<</ShadingType 2>>>>",
      streams: [(Self.form + "/OC 5 0 R", "0 0 7 7 re f")])
    #expect(found.map(\.rect) == [rect(0, 0, 5, 5)])
  }

  @Test func annotationsComeBehindTheContent() throws {
    let annotations =
      "/Annots[<</Subtype/Square/Rect[100 100 150 120]/AP<</N 20 0 R>>>><</Subtype/Square/Rect[0 0 9 9]/F 2/AP<</N 20 0 R>>>><</Subtype/Square/Rect[0 0 9 9]>>]"
    let found = try drawings(
      "0 0 5 5 re f", streams: [("/Subtype/Form/BBox[0 0 50 10]", "2 w 0 0 50 10 re S")], entries: annotations
    )
    #expect(found.map(\.rect) == [rect(0, 0, 5, 5), rect(100, 100, 50, 20)])
    #expect(found.map(\.isInAnnotation) == [false, true])
    // Its box cuts off the outer half of the stroke.
    #expect(found[1].visibleBounds == rect(100, 100, 50, 20))
  }

  // MARK: - Clips

  @Test func clipsSayWhatIsSeen() throws {
    let found = try drawings(
      """
      q 10 10 20 20 re W n 0 0 15 15 re f 50 50 9 9 re f
      12 12 2 2 re W* f 0 0 40 40 re f
      100 100 5 5 re W n 0 0 200 200 re f Q
      300 0 9 9 re f 4 w 0 -1 m 50 -1 l S 0 -9 m 50 -9 l S
      """)
    #expect(
      found.map(\.visibleBounds) == [
        rect(10, 10, 5, 5), nil, rect(12, 12, 2, 2), rect(12, 12, 2, 2), nil, nil, rect(0, 0, 52, 1), nil,
      ])
  }

  @Test func aFormIsCutOffAtItsBox() throws {
    let found = try drawings(
      "q 2 0 0 2 0 0 cm /X0 Do Q 90 90 50 50 re f",
      streams: [("/Subtype/Form/BBox[0 0 10 10]", "5 5 50 50 re f")])
    #expect(found.map(\.visibleBounds) == [rect(10, 10, 10, 10), rect(90, 90, 50, 50)])
  }

  @Test func aShadingFillsWhatIsLeft() throws {
    let resources = "/Shading<</S<</ShadingType 2>>>>/ExtGState<</G<</ca 0.5>>>>"
    let found = try drawings(
      "/S sh q 10 10 20 20 re W n /G gs /S sh Q /Nothing sh 300 300 9 9 re W n /S sh", resources)
    #expect(found.map(\.rect) == [rect(0, 0, 200, 200), rect(10, 10, 20, 20)])
    #expect(found.map(\.fill) == [.init(.shading), .init(.shading, opacity: 0.5)])
  }

  // MARK: - Hostile contents

  @Test func numbersBeyondAllPagesAreNowhere() throws {
    let big = "99999999999999999"
    let found = try drawings(
      """
      \(big) 0 0 \(big) 0 0 cm 0 0 1 1 re f
      """)
    #expect(found.isEmpty)
    let others = try drawings(
      """
      0 0 \(big) 9 re f -\(big) 0 m \(big) \(big) l S 0 0 m \(big) 1 1 \(big) 9 9 c S
      \(big) w [\(big) 1] \(big) d 0 0 m 9 0 l S -5 w 99 J -1 j [] 0 d 0 0 m 9 0 l S
      q 0 0 \(big) \(big) re W n 0 0 9 9 re f Q
      0 0 0 0 0 0 cm 0 0 9 9 re S
      """)
    #expect(others.count == 4)
    #expect(
      others[0].stroke?.width == 0 && others[0].stroke?.dash == [0, 1] && others[0].stroke?.dashPhase == 0)
    #expect(
      others[1].stroke?.width == 0 && others[1].stroke?.cap == .butt && others[1].stroke?.join == .miter)
    #expect(others[2].visibleBounds == rect(0, 0, 9, 9) && others[3].bounds == rect(0, 0, 0, 0))
  }

  /// How many drawings a content has, with limits that are reached sooner.
  private func count(_ content: String, drawings: Int, steps: Int) throws -> Int {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    let graph = try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
    let collector = DrawingCollector(area: rect(0, 0, 200, 200), mostDrawings: drawings, mostSteps: steps)
    try ContentWalk(collector).interpret(
      Array(content.utf8), ContentInterpreter(ContentContext(graph, fileSize: 0), resources: [:]))
    return collector.drawings.count
  }

  @Test func tooMuchIsRefused() throws {
    let lines = String(repeating: "0 0 m 9 9 l S ", count: 10)
    #expect(try count(lines, drawings: 10, steps: 20) == 10)
    for (drawings, steps) in [(9, 20), (10, 19)] {
      let error = #expect(throws: PDFError.self) { try count(lines, drawings: drawings, steps: steps) }
      #expect(error?.code == .unsupported)
    }
    // A list of dashes that each stroke has, and paths that are not painted.
    #expect(throws: PDFError.self) { try count("[1 2 3] 0 d " + lines, drawings: 10, steps: 49) }
    #expect(try count("[1 2 3] 0 d " + lines + "0 0 9 9 re n", drawings: 10, steps: 50) == 10)
  }

  @Test func aDamagedEndLeavesWhatIsBeforeIt() throws {
    #expect(
      try drawings(
        "0 0 9 9 re f /X0 Do 0 0 5 5 re f << 0 0 7 7 re f", streams: [(Self.form, "0 0 1 1 re f (")]
      ).count == 3)
  }
}
