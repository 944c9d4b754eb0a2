import Foundation
import PostilModel
import PostilTestSupport
import Testing

@Suite struct StampContentTests {
  private static let rect = PageRect(x: 100, y: 200, width: 120, height: 40)

  private static func image() throws -> Appearance.Image { try Appearance.Image(SampleImage.jpeg) }

  @Test func namesAreWords() {
    #expect(StampContent.Name.allCases.count == 14)
    #expect(StampContent.Name.notForPublicRelease.words == "NOT FOR PUBLIC RELEASE")
    #expect(StampContent.Name.asIs.words == "AS IS" && StampContent.Name.sold.words == "SOLD")
  }

  @Test func wordsStandInAFrame() throws {
    let style = AnnotationStyle(color: .red, fill: .yellow, lineWidth: 2)
    let picture = Annotation(.stamp(.text("PAID", detail: "Ada, 5 May"), in: Self.rect), style: style)
      .appearance
    #expect(picture.items.count == 3 && picture.box == Self.rect)
    #expect(picture.texts.map(\.text.string) == ["PAID", "Ada, 5 May"])
    #expect(picture.texts.allSatisfy { $0.text.color == .red && $0.fitting == .scaled })
    // One above the other, within the frame.
    #expect(picture.texts[0].place.frame.minY > picture.texts[1].place.frame.maxY)
    for text in picture.texts { #expect(Self.rect.union(text.place.frame) == Self.rect) }
    for rotation in PageRotation.allCases {
      let turned = Annotation(.stamp(.text("A", detail: "b"), in: Self.rect, rotation: rotation)).appearance
      for text in turned.texts { #expect(Self.rect.union(text.place.frame) == Self.rect) }
    }
  }

  @Test func itIsHitInside() throws {
    for picture in [StampContent.Picture.name(.draft), .image(try Self.image()), .fromFile(name: nil)] {
      let stamp = Annotation(.stamp(picture, in: Self.rect))
      #expect(stamp.isHit(at: Self.rect.center) && !stamp.isHit(at: .zero))
    }
  }

  @Test func whatTheFileHasIsMovedAndResizedOnly() throws {
    let stamp = Annotation(.stamp(.fromFile(name: "Draft"), in: Self.rect))
    #expect(stamp.capabilities == [.moved, .resized])
    #expect(Annotation(.stamp(.name(.draft), in: Self.rect)).capabilities.contains(.restyled))
  }

  @Test func everyPictureComesBackFromJSON() throws {
    let pictures: [StampContent.Picture] = [
      .name(.topSecret), .name(.init(rawValue: "Own")), .text("Text"), .text("Text", detail: "Detail"),
      .image(try Self.image()), .page(of: Data("document".utf8), index: 3), .fromFile(name: nil),
      .fromFile(name: "Draft"),
    ]
    for picture in pictures {
      let stamp = Annotation(.stamp(picture, in: Self.rect, rotation: .clockwise90), id: "s")
      let data = try JSONEncoder().encode(stamp)
      #expect(try JSONDecoder().decode(Annotation.self, from: data) == stamp, "\(picture)")
    }
    for bad in [#""image": "?""#, #""image": "AAAA""#, #""page": 1"#, #""rotation": 45, "name": "Draft""#] {
      let text = #"{"kind": "stamp", "rect": [0, 0, 9, 9], \#(bad)}"#
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Annotation.self, from: Data(text.utf8)) }
    }
  }

  @Test(arguments: [
    StampContent(.text(""), in: rect), StampContent(.text("a\u{7}"), in: rect),
    StampContent(.name(.draft), in: .zero),
    StampContent(.name(.draft), in: PageRect(x: .nan, y: 0, width: 1, height: 1)),
  ]) func whatCannotBeDrawnIsRefused(stamp: StampContent) {
    #expect(throws: PDFError.self) {
      try Annotation(.stamp(stamp.picture, in: stamp.rect)).validated()
    }
  }
}
