import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct OpenedLayersTests {
  private func layers(_ configuration: String) throws -> [DocumentLayer] {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[4 0 R 5 0 R 6 0 R 7 0 R]/D<<\(configuration)>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    for (number, name) in [(4, "Walls"), (5, "Doors"), (6, "Text"), (7, "Grid")] {
      builder.add("<</Type/OCG/Name(\(name))>>", as: number)
    }
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    return try store.layers(in: store.saved)
  }

  @Test func layersAreListedInOrderWithTheirStates() throws {
    let layers = try layers(
      "/Order[4 0 R[5 0 R][(Notes)6 0 R]]/OFF[5 0 R]/Locked[6 0 R]/RBGroups[[4 0 R 7 0 R]]")
    #expect(layers.map(\.name) == ["Walls", "Doors", "Notes", "Text", "Grid"])
    #expect(layers.map(\.level) == [0, 1, 0, 1, 0])
    #expect(layers.map(\.isShown) == [true, false, true, true, true])
    #expect(layers.map(\.isHeading) == [false, false, true, false, false])
    #expect(layers.map(\.isLocked) == [false, false, false, true, false])
    #expect(layers.map(\.isListed) == [true, true, true, true, false])
    #expect(layers.map(\.exclusiveGroups) == [[0], [], [], [], [0]])
  }

  @Test func whatIsHiddenUnlessItIsSaidIsKnown() throws {
    let layers = try layers("/BaseState/OFF/ON[7 0 R]")
    #expect(layers.filter(\.isShown).map(\.name) == ["Grid"])
  }

  @Test func ordersThatAreNoneEnd() throws {
    let nested = String(repeating: "[", count: 200) + "4 0 R" + String(repeating: "]", count: 200)
    #expect(try layers("/Order\(nested)").count == 4)
    #expect(
      try layers("/Order[4 0 R 4 0 R 99 0 R 12 null]").map(\.name) == ["Walls", "Doors", "Text", "Grid"])
  }
}
