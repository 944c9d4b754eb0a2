import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct FormTreeTests {
  private func tree(_ objects: [Int: String], annotations: String) throws -> FormTree {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm 9 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[\(annotations)]>>", as: 3)
    for (number, body) in objects { builder.add(body, as: number) }
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).formTree()
  }

  private static let widget = "/Subtype/Widget/Rect[0 0 9 9]"

  @Test func namesAndWhatIsInherited() throws {
    let tree = try tree(
      [
        9: "<</Fields[10 0 R]>>", 10: "<</T(a)/FT/Tx/MaxLen 5/Kids[11 0 R 12 0 R]>>",
        11: "<</T(b)/Parent 10 0 R/Kids[13 0 R 14 0 R]>>",
        12: "<<\(Self.widget)/T(c)/MaxLen 7/Parent 10 0 R>>",
        13: "<<\(Self.widget)/Parent 11 0 R>>", 14: "<<\(Self.widget)/Parent 11 0 R>>",
      ], annotations: "13 0 R 12 0 R")
    #expect(tree.fields.map(\.name) == ["a.b", "a.c"])
    #expect(tree["a.b"]?.widgets.map { $0.places.first?.index } == [0, nil])
    #expect(tree["a.b"]?.entries["MaxLen"] == .integer(5))
    #expect(tree["a.c"]?.entries["MaxLen"] == .integer(7))
  }

  @Test func circlesEnd() throws {
    let tree = try tree(
      [
        9: "<</Fields[10 0 R 11 0 R 10 0 R]>>", 10: "<</T(a)/FT/Tx/Kids[11 0 R 10 0 R]/Parent 11 0 R>>",
        11: "<</T(b)/Kids[10 0 R 12 0 R]/Parent 10 0 R>>", 12: "<<\(Self.widget)/Parent 11 0 R>>",
      ], annotations: "12 0 R")
    #expect(tree.fields.map(\.name) == ["a.b"])
  }

  @Test func deepTreesEnd() throws {
    var objects = [9: "<</Fields[10 0 R]>>"]
    for number in 10..<2000 { objects[number] = "<</T(x)/FT/Tx/Kids[\(number + 1) 0 R]>>" }
    _ = try tree(objects, annotations: "")
  }

  @Test func widgetsThatNoFieldListsAreFound() throws {
    let tree = try tree(
      [
        9: "<</Fields[]>>", 10: "<</T(group)/FT/Btn/Ff 32768>>",
        11: "<<\(Self.widget)/Parent 10 0 R>>", 12: "<<\(Self.widget)/Parent 10 0 R>>",
        13: "<<\(Self.widget)/T(alone)/FT/Tx>>", 14: "<<\(Self.widget)/FT/Tx>>",
      ], annotations: "11 0 R 12 0 R 13 0 R 14 0 R 99 0 R null 5")
    #expect(tree.fields.map(\.name) == ["group", "alone"])
    #expect(tree["group"]?.widgets.count == 2)
  }

  @Test func fieldsOfOneNameAreOne() throws {
    let tree = try tree(
      [
        9: "<</Fields[10 0 R 11 0 R]>>", 10: "<<\(Self.widget)/T(a)/FT/Tx>>",
        11: "<<\(Self.widget)/T(a)/FT/Tx>>",
      ], annotations: "10 0 R 11 0 R")
    #expect(tree.fields.count == 1)
    #expect(tree["a"]?.objects.count == 2)
    #expect(tree["a"]?.widgets.count == 2)
  }
}
