import Testing

@testable import PostilModel

@Suite struct AnnotationIDTests {
  @Test func annotationsWithoutANameAreNamedByTheirPlace() {
    #expect(AnnotationID(.object(12)) { _ in false } == "object-12")
    #expect(AnnotationID(.index(0)) { _ in false } == "place-1")
    let taken: Set<AnnotationID> = ["object-12", "object-12*"]
    let id = AnnotationID(.object(12), isTaken: taken.contains)
    #expect(id == "object-12**")
    for id: AnnotationID in ["object-12", "place-1", id] { #expect(id.isPlace) }
  }

  @Test func namesThatProgramsGaveAreNone() {
    for id: AnnotationID in ["", "kitchen", "object-", "object-a", "object-12a", "place-*", "places-1", "1"] {
      #expect(!id.isPlace, "\(id)")
    }
    #expect(!AnnotationID().isPlace)
  }
}
