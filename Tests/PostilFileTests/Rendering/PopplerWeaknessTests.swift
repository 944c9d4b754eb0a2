import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// What poppler draws wrong is found by the objects of a page.
@Suite struct PopplerWeaknessTests {
  private func traits(_ page: String, _ objects: [(dictionary: String, content: String)] = []) throws
    -> RenderTraits
  {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R \(page)>>", as: 3)
    for (index, object) in objects.enumerated() {
      builder.addStream(object.content, dictionary: object.dictionary, as: 4 + index)
    }
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    return try store.renderTraits(of: .opened(0))
  }

  private func weaknesses(_ page: String, _ dictionaries: String...) throws -> Set<PopplerWeakness> {
    try traits(page, dictionaries.map { ($0, "x") }).popplerWeaknesses
  }

  private static let image = "/Type/XObject/Subtype/Image/Width 900/Height 900/ColorSpace/DeviceGray"
  private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
  private static let uses = "/Resources<</XObject<</X 4 0 R>>>>"

  @Test func imagesAreLookedAt() throws {
    #expect(try weaknesses(Self.uses, Self.image + "/BitsPerComponent 16") == [.deepImage])
    #expect(try weaknesses(Self.uses, Self.image + "/BitsPerComponent 8").isEmpty)
    #expect(try weaknesses(Self.uses, Self.image + "/BitsPerComponent 1/Filter/JBIG2Decode") == [.jbig2Image])
    #expect(
      try weaknesses(Self.uses, Self.image + "/BitsPerComponent 1/Filter[/FlateDecode/JBIG2Decode]") == [
        .jbig2Image
      ])
    #expect(try weaknesses(Self.uses, Self.image + "/BitsPerComponent 1/Filter/CCITTFaxDecode").isEmpty)
    #expect(try weaknesses("/Resources<<>>", Self.image + "/BitsPerComponent 16").isEmpty)
  }

  @Test func groupsThatKnockOutAreLookedAt() throws {
    let group = "/Group<</S/Transparency/K true>>"
    #expect(try weaknesses(Self.uses, Self.form + group) == [.knockoutGroup])
    #expect(try weaknesses(Self.uses, Self.form + "/Group<</S/Transparency/K false>>").isEmpty)
    #expect(try weaknesses(Self.uses + group, Self.form) == [.knockoutGroup])
  }

  @Test func formsPatternsMasksAndAppearancesAreLookedInto() throws {
    let inner = "/Resources<</XObject<</Y 5 0 R>>>>"
    let deep = Self.image + "/BitsPerComponent 16"
    #expect(try weaknesses(Self.uses, Self.form + inner, deep) == [.deepImage])
    let pattern = "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9"
    #expect(try weaknesses("/Resources<</Pattern<</P 4 0 R>>>>", pattern + inner, deep) == [.deepImage])
    let state = "/Resources<</ExtGState<</G<</SMask<</S/Alpha/G 4 0 R>>>>>>>>"
    #expect(try weaknesses(state, Self.form + inner, deep) == [.deepImage])
    #expect(try weaknesses(Self.uses, Self.image + "/BitsPerComponent 8/SMask 5 0 R", deep) == [.deepImage])
    let stamp = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>]"
    #expect(try weaknesses(stamp, Self.form + inner, deep) == [.deepImage])
    let button = "/Annots[<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/AP<</N<</On 4 0 R/Off null>>>>>>]"
    #expect(try weaknesses(button, Self.form + inner, deep) == [.deepImage])
  }

  /// What is aside of a page's content does not decide how that is recorded.
  @Test func whatIsAsideMakesNoPageHardToRecord() throws {
    let tiny = "/Type/XObject/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/BitsPerComponent 8"
    #expect(try traits(Self.uses, [(tiny, "x")]).isHardToRecord)
    let stamp = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>]"
    let form = Self.form + "/Resources<</XObject<</Y 5 0 R>>>>"
    #expect(try !traits(stamp, [(form, "x"), (tiny, "x")]).isHardToRecord)
  }

  /// Forms that name each other, and thousands of them, end.
  @Test func endlessResourcesEnd() throws {
    let circle = Self.form + "/Resources<</XObject<</Y 5 0 R/Z 4 0 R>>>>"
    #expect(try weaknesses(Self.uses, circle, circle).isEmpty)
    let names = (4..<3_000).map { "/X\($0) \($0) 0 R" }.joined()
    let many = try traits("/Resources<</XObject<<\(names)>>>>", (4..<3_000).map { _ in (Self.form, "x") })
    #expect(many.popplerWeaknesses.isEmpty)
    let annotation = "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 4 0 R>>>>"
    let annotations = String(repeating: annotation, count: 3_000)
    #expect(try weaknesses("/Annots[\(annotations)]", Self.form).isEmpty)
  }
}
