import Foundation
import PostilModel
import Testing

@Suite struct EditCodableTests {
  private func read(_ json: String) throws -> Edit {
    try JSONDecoder().decode(Edit.self, from: Data(json.utf8))
  }

  @Test(arguments: 1...400)
  func editsSurviveBeingWritten(seed: Int) throws {
    var random = RandomEdits(seed: seed)
    let edit = random.edit()
    let data = try JSONEncoder().encode(edit)
    #expect(try JSONDecoder().decode(Edit.self, from: data) == edit)
  }

  @Test func pagesAndPlacesCountFromOne() throws {
    #expect(
      try read(#"{"edit":"movePages","pages":[5,6],"to":1}"#)
        == .movePages([PageID(number: 5), PageID(number: 6)], to: 0))
    #expect(
      try read(#"{"edit":"placePages","placements":[{"page":5,"to":2}]}"#)
        == .placePages([PagePlacement(page: PageID(number: 5), index: 1)]))
  }

  @Test(arguments: [
    (90, PageRotation.clockwise90), (-90, .clockwise270), (720, .none), (-540, .clockwise180),
  ])
  func pagesTurnByAnyMultipleOf90(degrees: Int, turn: PageRotation) throws {
    let edit = try read(#"{"edit":"rotatePages","pages":[1,2],"by":\#(degrees)}"#)
    #expect(edit == .rotatePages([PageID(number: 1), PageID(number: 2)], by: turn))
  }

  @Test func annotationsHaveDefaults() throws {
    let edit = try read(
      #"{"edit":"addAnnotation","page":3,"annotation":{"kind":"rectangle","rect":[1,2,3,4]}}"#)
    guard case .addAnnotations(let added, PageID(number: 3)) = edit.kind, added.count == 1,
      added[0].index == nil,
      let annotation = added.first?.annotation
    else {
      Issue.record("read as \(edit)")
      return
    }
    let rect = PageRect(x: 1, y: 2, width: 3, height: 4)
    #expect(annotation == Annotation(.rectangle(rect), id: annotation.id))
    #expect(!annotation.id.rawValue.isEmpty)
  }
}
