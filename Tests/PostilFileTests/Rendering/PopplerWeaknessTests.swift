import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// What poppler draws wrong is found by what a page paints.
@Suite struct PopplerWeaknessTests {
  /// A stream: its dictionary and its data.
  typealias Stream = (dictionary: String, data: String)

  private func store(_ page: String, _ streams: [Stream]) throws -> FileStore {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 100 100]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R \(page)>>", as: 3)
    for (index, stream) in streams.enumerated() {
      builder.addStream(stream.data, dictionary: stream.dictionary, as: 4 + index)
    }
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
  }

  private func weaknesses(_ page: String, _ streams: [Stream]) throws -> Set<PopplerWeakness> {
    try store(page, streams).popplerWeaknesses(of: .opened(0))
  }

  /// Of a page with a content, object 4, and resources that name others, from 5 on.
  private func weaknesses(_ content: String, _ resources: String = "", _ others: Stream...) throws -> Set<
    PopplerWeakness
  > {
    try weaknesses("/Contents 4 0 R/Resources<<\(resources)>>", [("", content)] + others)
  }

  private static let image = "/Type/XObject/Subtype/Image/Width 900/Height 900/ColorSpace/DeviceGray"
  private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 90 90]"
  private static let group = form + "/Group<</S/Transparency/I true>>"
  private static let tile = "/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9"
  private static let object = "/XObject<</X 5 0 R>>"

  // MARK: - Images

  private func ofImage(_ entries: String, data: String = "x") throws -> Set<PopplerWeakness> {
    try weaknesses("/X Do", Self.object, (Self.image + entries, data))
  }

  @Test func imagesAreLookedAt() throws {
    let predictor = "/Filter/FlateDecode/DecodeParms<</Predictor 2/BitsPerComponent 16>>"
    #expect(try ofImage("/BitsPerComponent 16" + predictor) == [.deepImage])
    #expect(try ofImage("/BitsPerComponent 16").isEmpty)
    #expect(try ofImage("/BitsPerComponent 8" + predictor).isEmpty)
    #expect(try ofImage("/Filter/JPXDecode/SMaskInData 1") == [.maskInImage])
    #expect(try ofImage("/Filter/JPXDecode/SMaskInData 0").isEmpty)
    let long = "/Type/XObject/Subtype/Image/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Width "
    #expect(try weaknesses("/X Do", Self.object, (long + "32768", "x")) == [.longImage])
    #expect(try weaknesses("/X Do", Self.object, (long + "32767", "x")).isEmpty)
    // What resources only list is not painted.
    #expect(try weaknesses("", Self.object, (long + "32768", "x")).isEmpty)
  }

  @Test func masksOfImagesAreLookedAt() throws {
    let masked = Self.image + "/BitsPerComponent 8/SMask 6 0 R"
    let matte = Self.image + "/BitsPerComponent 8/Matte[0]"
    #expect(try weaknesses("/X Do", Self.object, (masked, "x"), (matte, "x")) == [.matteImage])
    #expect(
      try weaknesses("/X Do", Self.object, (masked, "x"), (Self.image + "/BitsPerComponent 8", "x")).isEmpty)
    // Masks of masks are none, however many there are.
    #expect(
      try weaknesses("/X Do", Self.object, (masked, "x"), (matte + "/SMask 5 0 R", "x")) == [.matteImage])
  }

  /// A segment of JBIG2: its number, flags and length, and what it holds.
  private static func segment(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0, 0, 0, 1, type, 0, 1, 0, 0, 0, UInt8(body.count)] + body
  }

  @Test func kindsOfJBIG2AreToldApart() throws {
    func found(_ segments: [UInt8]) throws -> Set<PopplerWeakness> {
      let page = Self.segment(48, [UInt8](repeating: 0, count: 19))
      let digits = (page + segments).map { String(format: "%02X", $0) }.joined()
      var builder = PDFBuilder()
      builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
      builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
      builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>", as: 3)
      builder.addStream("/X Do", dictionary: "", as: 4)
      let parameters = "/DecodeParms<</JBIG2Globals 6 0 R>>"
      builder.addStream(
        "", dictionary: Self.image + "/BitsPerComponent 1/Filter/JBIG2Decode" + parameters, as: 5)
      builder.addStream(digits + ">", dictionary: "/Filter/ASCIIHexDecode", as: 6)
      let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
      return try store.popplerWeaknesses(of: .opened(0))
    }
    #expect(try found(Self.segment(0, [0, 1, 0, 0])) == [.jbig2Image])
    #expect(try found(Self.segment(0, [0, 0, 0, 0])).isEmpty)
    let place = [UInt8](repeating: 0, count: 17)
    #expect(try found(Self.segment(22, place + [8, 0])) == [.jbig2Image])
    #expect(try found(Self.segment(22, place + [0, 0])).isEmpty)
    #expect(try found(Self.segment(38, place + [8, 0])).isEmpty)
    // Behind another one; cut short; with a length and references beyond its end.
    #expect(try found(Self.segment(38, place + [0]) + Self.segment(0, [0, 1])) == [.jbig2Image])
    #expect(try found([0, 0, 0, 1, 0, 0]).isEmpty)
    #expect(try found([0, 0, 0, 1, 38, 0, 1, 255, 255, 255, 255, 0]).isEmpty)
    #expect(try found([255, 255, 255, 255, 0, 255, 255, 255, 255, 0]).isEmpty)
  }

  // MARK: - Transparency

  private static let masked =
    "/ExtGState<</G<</SMask<</S/Alpha/G 6 0 R>>>>/N<</SMask/None>>/H<</ca 0.5/CA 0.5>>>>"

  private func masked(_ content: String, _ resources: String = "", _ object: Stream = (form, "")) throws
    -> Set<PopplerWeakness>
  {
    try weaknesses(content, Self.masked + Self.object + resources, object, (Self.group, "0 0 50 90 re f"))
  }

  @Test func softMasksAreLookedAt() throws {
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    #expect(try masked("/G gs BT /F 9 Tf (a) Tj ET", font) == [.softMask])
    #expect(try masked("/G gs BT /F 9 Tf 3 Tr (a) Tj ET", font).isEmpty)
    #expect(try masked("/G gs /N gs BT /F 9 Tf (a) Tj ET", font).isEmpty)
    #expect(try masked("q /G gs Q BT /F 9 Tf (a) Tj ET", font).isEmpty)
    #expect(try masked("/G gs 0 0 9 9 re f").isEmpty)
    #expect(try masked("/G gs 0 0 9 9 re S") == [.softMask])
    #expect(try masked("/G gs 0 0 9 9 re n").isEmpty)
    #expect(try masked("/G gs /X Do", "", (Self.image + "/ImageMask true", "x")) == [.softMask])
    #expect(try masked("/G gs /X Do", "", (Self.image + "/BitsPerComponent 8", "x")).isEmpty)
    #expect(try masked("/G gs BI /W 1 /H 1 /IM true ID x EI") == [.softMask])
    #expect(
      try masked(
        "/G gs /Pattern cs /X scn 0 0 9 9 re f", "/Pattern<</X 5 0 R>>", (Self.tile + "/BBox[0 0 9 9]", ""))
        == [.softMask])
    // A form has the mask of what it is painted in; of a group the whole has it.
    #expect(try masked("/G gs /X Do", "", (Self.form, "0 0 9 9 re S")) == [.softMask])
    #expect(try masked("/G gs /X Do", "", (Self.group, "0 0 9 9 re S")).isEmpty)
    // First without a mask, then with one.
    #expect(try masked("/X Do /G gs /X Do", "", (Self.form, "0 0 9 9 re S")) == [.softMask])
  }

  private func blending(_ mode: String, _ content: String, _ form: Stream = (form, "")) throws -> Set<
    PopplerWeakness
  > {
    try weaknesses(content, "/ExtGState<</M<</BM/\(mode)>>>>" + Self.object, form)
  }

  @Test func blendingIsLookedAt() throws {
    #expect(try blending("Screen", "/M gs 0 0 9 9 re f") == [.blendingOnPaper])
    #expect(try blending("Multiply", "/M gs 0 0 9 9 re f").isEmpty)
    #expect(try blending("Normal", "/M gs 0 0 9 9 re f").isEmpty)
    #expect(try blending("Screen", "0 0 50 50 re f /M gs 5 5 9 9 re f").isEmpty)
    #expect(try blending("Screen", "0 0 50 50 re f /M gs 45 5 9 9 re f") == [.blendingOnPaper])
    #expect(try blending("Screen", "0 0 m 50 50 l 0 50 l f /M gs 5 5 9 9 re f") == [.blendingOnPaper])
    #expect(try blending("Screen", "/M gs /X Do", (Self.group, "0 0 9 9 re f")) == [.blendingOnPaper])
    // Of a group that is isolated nothing is below; of another one what was painted before.
    let state = "/Resources<</ExtGState<</M<</BM/Multiply>>>>>>"
    let notIsolated = Self.form + "/Group<</S/Transparency>>" + state
    let inner = "/M gs 0 0 9 9 re f"
    #expect(try blending("Multiply", "0 0 50 50 re f /X Do", (notIsolated, inner)) == [.blendingInGroup])
    #expect(try blending("Multiply", "20 20 50 50 re f /X Do", (notIsolated, inner)).isEmpty)
    #expect(try blending("Multiply", "/X Do 0 0 50 50 re f", (notIsolated, inner)).isEmpty)
    #expect(try blending("Multiply", "0 0 50 50 re f /X Do", (Self.group + state, inner)).isEmpty)
    let knockout = Self.form + "/Group<</S/Transparency/K true>>" + state
    #expect(try blending("Multiply", "0 0 50 50 re f /X Do", (knockout, inner)).isEmpty)
  }

  /// Of a page with a group of a space, black below what has a blend mode.
  private func inSpace(_ space: String, _ mode: String, _ others: Stream...) throws -> Set<PopplerWeakness> {
    let page =
      "/Contents 4 0 R/Resources<</ExtGState<</M<</BM/\(mode)>>>>\(Self.object)>>/Group<</S/Transparency\(space)>>"
    let content = "0 0 90 90 re f /M gs " + (others.isEmpty ? "5 5 9 9 re f" : "/X Do")
    return try weaknesses(page, [("", content)] + others)
  }

  @Test func blendingOfInksIsLookedAt() throws {
    #expect(try inSpace("/CS/DeviceCMYK", "Screen") == [.blendingInCMYK])
    #expect(try inSpace("/CS/DeviceCMYK", "Multiply").isEmpty)
    #expect(try inSpace("/CS/DeviceCMYK", "Normal").isEmpty)
    #expect(try inSpace("/CS/DeviceRGB", "Screen").isEmpty)
    #expect(try inSpace("", "Screen").isEmpty)
    let inner = "/Resources<</ExtGState<</M<</BM/Screen>>>>>>"
    let content = "0 0 50 50 re f /M gs 5 5 9 9 re f"
    func group(_ entries: String) -> Stream {
      (Self.form + "/Group<</S/Transparency\(entries)>>" + inner, content)
    }
    #expect(try inSpace("", "Multiply", group("/I true/CS/DeviceCMYK")) == [.blendingInCMYK])
    #expect(try inSpace("/CS/DeviceCMYK", "Multiply", group("/I true/CS/DeviceRGB")).isEmpty)
    // A group that is not isolated has the space of what it is painted in.
    #expect(try !inSpace("", "Normal", group("/CS/DeviceCMYK")).contains(.blendingInCMYK))
    #expect(try inSpace("/CS/DeviceCMYK", "Normal", group("/CS/DeviceRGB")).contains(.blendingInCMYK))
    // A profile says how many inks there are.
    for (count, isFound) in [(4, true), (3, false)] {
      let page =
        "/Contents 4 0 R/Resources<</ExtGState<</M<</BM/Screen>>>>>>/Group<</S/Transparency/CS[/ICCBased 5 0 R]>>"
      let found = try weaknesses(page, [("", "0 0 90 90 re f /M gs 5 5 9 9 re f"), ("/N \(count)", "x")])
      #expect(found.contains(.blendingInCMYK) == isFound)
    }
  }

  @Test func groupsInOneThatKnocksOutAreLookedAt() throws {
    func found(_ outer: String, _ inner: String, _ mode: String = "Multiply") throws -> Bool {
      let resources = "/Resources<</ExtGState<</M<</BM/\(mode)>>>>/XObject<</Y 6 0 R>>>>"
      return try weaknesses(
        "0 0 90 90 re f /X Do", Self.object,
        (Self.form + "/Group<</S/Transparency\(outer)>>" + resources, "/M gs /Y Do"),
        (Self.form + inner, "0 0 9 9 re f")
      ).contains(.blendingInKnockout)
    }
    let group = "/Group<</S/Transparency>>"
    #expect(try found("/K true", group))
    #expect(try !found("/K true/I true", group))
    #expect(try !found("/K false", group))
    #expect(try !found("/K true", group, "Normal"))
    #expect(try !found("/K true", ""))
  }

  @Test func halfTransparentPaintIsLookedAt() throws {
    #expect(try masked("/H gs 5 w 0 0 9 9 re B") == [.transparentStroke])
    #expect(try masked("/H gs 1 w 0 0 9 9 re B").isEmpty)
    #expect(try masked("5 w 0 0 9 9 re B").isEmpty)
    #expect(try masked("/H gs 5 w 0 0 9 9 re S 0 0 9 9 re f").isEmpty)
    let mesh = "/Shading<</X 5 0 R>>"
    #expect(
      try masked("/H gs /X sh", mesh, ("/ShadingType 4/ColorSpace/DeviceGray", "")) == [.transparentMesh])
    #expect(try masked("/X sh", mesh, ("/ShadingType 4/ColorSpace/DeviceGray", "")).isEmpty)
    #expect(try masked("/H gs /X sh", mesh, ("/ShadingType 1/ColorSpace/DeviceGray", "")).isEmpty)
  }

  // MARK: - Colors and fonts

  @Test func colorsAndPatternsAreLookedAt() throws {
    let spaces = "/ColorSpace<</A[/Separation/None/DeviceGray 5 0 R]/B[/Separation/All/DeviceGray 5 0 R]>>"
    #expect(try weaknesses("/A cs 1 scn 0 0 9 9 re f", spaces) == [.noColorant])
    #expect(try weaknesses("/B cs 1 scn 0 0 9 9 re f", spaces).isEmpty)
    let names = (0..<33).map { "/C\($0)" }
    func shading(_ count: Int) -> String {
      "/Shading<</S<</ShadingType 2/ColorSpace[/DeviceN[\(names.prefix(count).joined())]/DeviceGray 5 0 R]>>>>"
    }
    #expect(try weaknesses("/S sh", shading(33)) == [.manyColorants])
    #expect(try weaknesses("/S sh", shading(32)).isEmpty)
    func stroked(_ box: String, _ content: String = "/Pattern CS /X SCN 0 0 9 9 re S") throws -> Set<
      PopplerWeakness
    > {
      try weaknesses(content, "/Pattern<</X 5 0 R>>", (Self.tile + "/BBox[\(box)]", ""))
    }
    #expect(try stroked("0 0 20 9") == [.strokedPattern])
    #expect(try stroked("0 0 9 9").isEmpty)
    #expect(try stroked("0 0 20 9", "/Pattern cs /X scn 0 0 9 9 re f").isEmpty)
  }

  private func ofGlyph(_ procedure: String, _ objects: Stream = (image + "/ImageMask true", "x")) throws
    -> Set<PopplerWeakness>
  {
    let font =
      "/Font<</F<</Type/Font/Subtype/Type3/CharProcs<</a 5 0 R>>/Resources<</XObject<</X 6 0 R>>>>>>>>"
    return try weaknesses("BT /F 9 Tf (a) Tj ET", font, ("", procedure), objects)
  }

  @Test func glyphProceduresAreLookedAt() throws {
    #expect(try ofGlyph("1 0 0 0 1 1 d1 0 0 1 1 re f").isEmpty)
    #expect(try ofGlyph("1 0 d0 1 0 0 rg 0 0 1 1 re f") == [.coloredGlyphs])
    #expect(try ofGlyph("1 0 0 0 1 1 d1 /X Do").isEmpty)
    #expect(try ofGlyph("1 0 d0 /X Do", (Self.image + "/BitsPerComponent 8", "x")) == [.coloredGlyphs])
    #expect(try ofGlyph("1 0 d0 /X Do", (Self.form, "")) == [.coloredGlyphs])
    #expect(try ofGlyph("1 0 0 0 1 1 d1 BI /W 1 /H 1 /IM true ID x EI").isEmpty)
  }

  @Test func fontProgramsAreLookedAt() throws {
    func found(_ start: String, _ file: String = "FontFile2") throws -> Set<PopplerWeakness> {
      try weaknesses(
        "BT /F 9 Tf (a) Tj ET",
        "/Font<</F<</Type/Font/Subtype/TrueType/FontDescriptor<</\(file) 5 0 R>>>>>>",
        ("/Length1 99", start + "abc"))
    }
    #expect(try found("no font") == [.damagedFont])
    #expect(try found("OTTO").isEmpty)
    #expect(try found("true").isEmpty)
    #expect(try found("%!PS-AdobeFont-1.0", "FontFile").isEmpty)
    #expect(try weaknesses("", "/Font<</F<</FontDescriptor<</FontFile2 5 0 R>>>>>>", ("", "no font")).isEmpty)
  }

  // MARK: - Syntax

  @Test func whatIsWrittenWrongIsFound() throws {
    #expect(try weaknesses("0 cm") == [.missingNumbers])
    #expect(try weaknesses("1 0 0 1 0 0 cm").isEmpty)
    #expect(try weaknesses("BT 1 Tm ET") == [.missingNumbers])
    let small = (Self.image + "/BitsPerComponent 8", "x")
    #expect(try weaknesses("/X#1 Do", "/XObject<</X#1 5 0 R>>", small) == [.unescapedName])
    #expect(try weaknesses("/X#23 Do", "/XObject<</X#23 5 0 R>>", small).isEmpty)
    #expect(try weaknesses("(#) Tj /X Do", "/XObject<</X 5 0 R>>", small).isEmpty)
  }

  @Test func contentsThatAreDividedAreLookedAt() throws {
    func found(_ parts: String...) throws -> Set<PopplerWeakness> {
      let places = parts.indices.map { "\(4 + $0) 0 R" }.joined(separator: " ")
      return try weaknesses("/Contents[\(places)]/Resources<<>>", parts.map { ("", $0) })
    }
    #expect(try found("BT (Pot", "ato) Tj ET") == [.dividedString])
    #expect(try found("BT [(a) <61", "62>] TJ ET") == [.dividedString])
    #expect(try found("BT [(a)", "(b)] TJ ET").isEmpty)
    #expect(try found("BT (a)", "Tj ET").isEmpty)
    #expect(try found("BT (a) Tj ET", "q Q").isEmpty)
    #expect(try found("/A <</MCID", "1>>BDC EMC").isEmpty)
    #expect(try found("/A <</E (a", "b)>>BDC EMC") == [.dividedString])
  }

  // MARK: - Where it looks

  @Test func formsPatternsMasksAndAppearancesAreLookedInto() throws {
    let inner = "/Resources<</XObject<</Y 6 0 R>>>>"
    let deep = (Self.image + "/Filter/JPXDecode/SMaskInData 1", "x")
    #expect(try weaknesses("/X Do", Self.object, (Self.form + inner, "/Y Do"), deep) == [.maskInImage])
    let pattern = (Self.tile + "/BBox[0 0 9 9]" + inner, "/Y Do")
    #expect(try weaknesses("/Pattern cs /P scn", "/Pattern<</P 5 0 R>>", pattern, deep) == [.maskInImage])
    let mask = "/ExtGState<</G<</SMask<</S/Alpha/G 5 0 R>>>>>>"
    #expect(try weaknesses("/G gs", mask, (Self.group + inner, "/Y Do"), deep) == [.maskInImage])
    for appearance in ["5 0 R", "<</On 5 0 R/Off null>>/AS/On"] {
      let (normal, state) =
        appearance.hasSuffix("/On") ? ("<</On 5 0 R/Off null>>", "/AS/On") : (appearance, "")
      let stamp = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N \(normal)>>\(state)>>]"
      #expect(try weaknesses(stamp, [("", ""), (Self.form + inner, "/Y Do"), deep]) == [.maskInImage])
    }
  }

  /// What is aside of a page's content does not decide how that is recorded.
  @Test func whatIsAsideMakesNoPageHardToRecord() throws {
    func isHard(_ page: String, _ streams: [Stream]) throws -> Bool {
      try store(page, streams).renderTraits(of: .opened(0)).isHardToRecord
    }
    let tiny = ("/Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8", "x")
    #expect(try isHard("/Resources<</XObject<</X 4 0 R>>>>", [tiny]))
    let stamp = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>]"
    #expect(try !isHard(stamp, [(Self.form + "/Resources<</XObject<</Y 5 0 R>>>>", "x"), tiny]))
  }

  /// Forms that paint each other, thousands of them, damage and a content without an end do not hold it up.
  @Test func endlessContentEnds() throws {
    let circle = (Self.form + "/Resources<</XObject<</Y 6 0 R/Z 5 0 R>>>>", "/Y Do /Z Do")
    #expect(try weaknesses("/X Do", Self.object, circle, circle).isEmpty)
    let long = String(repeating: "0 0 9 9 re f ", count: 200_000)
    #expect(try weaknesses(long + "0 cm").isEmpty)
    #expect(try weaknesses("0 cm " + long) == [.missingNumbers])
    #expect(try weaknesses("0 cm BT (") == [.missingNumbers])
    let annotation = "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>"
    let many = String(repeating: annotation, count: 3_000)
    #expect(try weaknesses("/Annots[\(many)]", [(Self.form, "0 cm")]) == [.missingNumbers])
  }
}
