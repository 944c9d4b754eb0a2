import Foundation
import PostilModel
import PostilTestSupport
import Testing

@Suite struct AnnotationKindsTests {
  @Test func kindsHaveTitles() {
    #expect(
      Set(AnnotationContent.Kind.all).isSuperset(of: [
        .line, .ink, .highlight, .squiggly, .note, .unsupported,
      ]))
    let titles = AnnotationContent.Kind.all.map(\.title)
    #expect(titles.allSatisfy { !$0.isEmpty } && Set(titles).count == titles.count)
    #expect(AnnotationContent.Kind.squiggly.title == "Wavy Underline")
    #expect(AnnotationContent.Kind(rawValue: "org.example").title == "Other")
  }

  static let contents = AnnotationSamples.contents

  @Test func everyKindIsRegisteredOnceAndHasASampleHere() {
    let members = AnnotationKinds.all.flatMap { $0.members }
    let names = members.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(members.map(\.subtype)).count == names.count)
    #expect(Set(Self.contents.map(\.kind.rawValue)) == Set(names))
  }

  @Test(arguments: contents) func contentsComeBackFromJSON(content: AnnotationContent) throws {
    var annotation = Annotation(content, style: AnnotationStyle(fillOpacity: 0.25), subject: "s", id: "name")
    annotation.metadata = ["org.example.cost": "3", "": "empty"]
    annotation.foreignKeys = ["BE"]
    for relation: AnnotationRelation in [.part(of: "other"), .reply(to: "other"), .popup(of: "other")] {
      annotation.relation = relation
      let data = try JSONEncoder().encode(annotation)
      #expect(try JSONDecoder().decode(Annotation.self, from: data) == annotation)
    }
  }

  @Test(arguments: contents) func aMoveIsKnownAsOneAndOtherChangesAreNot(content: AnnotationContent) throws {
    let way = try #require(content.displacement(to: content.offset(dx: 0.1, dy: -7.3)))
    #expect(abs(way.x - 0.1) < 1e-9 && abs(way.y + 7.3) < 1e-9)
    for other in Self.contents where other != content { #expect(content.displacement(to: other) == nil) }
    let stretched = AnnotationContent(
      content.value.mapPoints { PagePoint(x: $0.x * 2, y: $0.y) })
    #expect(content.displacement(to: stretched) == nil)
  }

  @Test(arguments: contents) func contentsAreValuesOfTheirKind(content: AnnotationContent) {
    #expect(AnnotationContent(content.value) == content)
    #expect(Set(Self.contents + [content]).count == Self.contents.count)
    #expect(!content.description.isEmpty && !content.description.contains("PostilModel"))
  }

  @Test func contentIsChangedAsItsKindAndAsNoOther() {
    var content = AnnotationContent.line(from: .zero, to: PagePoint(x: 9, y: 9))
    content.line?.end = .closedArrow
    #expect(content.line?.end == .closedArrow)
    content.ellipse = EllipseContent(in: .zero)
    #expect(content.line?.end == .closedArrow)
  }

  @Test func whatCanBeDoneDependsOnForeignLooksAndFlags() {
    var annotation = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)))
    #expect(annotation.capabilities == .all)
    annotation.foreignKeys = ["BE"]
    #expect(annotation.capabilities.isDisjoint(with: [.restyled, .resized, .erasedInParts]))
    #expect(annotation.capabilities.isSuperset(of: [.moved, .erasedWhole, .cleared]))
    annotation.flags.insert(.locked)
    #expect(annotation.capabilities.isDisjoint(with: [.moved, .erasedWhole, .cleared]))
  }

  @Test func anEmptyNameIsRefused() {
    let error = #expect(throws: PDFError.self) {
      try Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "").validated()
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func anAreaThatNothingFillsIsRefused() throws {
    let area = [PagePoint.zero, PagePoint(x: 9, y: 0), PagePoint(x: 0, y: 9)]
    #expect(throws: PDFError.self) { try Annotation(.ink([], areas: [area])).validated() }
    _ = try Annotation(.ink([], areas: [area]), style: AnnotationStyle(fill: .red, opacity: 0.5)).validated()
  }
}
