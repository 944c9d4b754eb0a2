import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FieldNodeTests {
  private func nodes(_ fields: String, _ objects: [Int: String]) throws -> [FieldNode] {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(fields)]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    for (number, body) in objects { builder.add(body, as: number) }
    let graph = try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
    return graph.fieldNodes(of: graph.resolve(graph.catalog["AcroForm"]).dictionary)
  }

  @Test func nodesStandBelowTheirParentsInOrder() throws {
    let nodes = try nodes(
      "10 0 R<</T(direct)/FT/Sig/Kids[14 0 R]>>13 0 R",
      [
        10: "<</T(a)/FT/Tx/Kids[11 0 R 12 0 R]>>", 11: "<</T(b)/FT/Btn>>", 12: "<</Rect[0 0 9 9]>>",
        13: "<</T(c)>>", 14: "<</T(d)>>",
      ])
    #expect(nodes.map(\.name) == ["a", "a.b", "a", "direct", "direct.d", "c"])
    #expect(nodes.map(\.type) == ["Tx", "Btn", "Tx", "Sig", "Sig", nil])
    #expect(nodes.map { $0.object.reference?.number } == [10, 11, 12, nil, 14, 13])
    #expect(nodes.map(\.hasOwnName) == [true, true, false, true, true, true])
  }

  @Test func circlesAndDepthsEnd() throws {
    let circle = try nodes(
      "10 0 R 11 0 R", [10: "<</T(a)/Kids[11 0 R 10 0 R]>>", 11: "<</T(b)/Kids[10 0 R]>>"])
    #expect(circle.map(\.name) == ["a", "a.b"])
    var deep: [Int: String] = [:]
    for number in 10..<300 { deep[number] = "<</T(x)/Kids[\(number + 1) 0 R]>>" }
    #expect(try nodes("10 0 R", deep).count == 290)
    #expect(try nodes("null 5 99 0 R (x)", [:]).isEmpty)
  }

  /// 2,000 fields that share the list of their 2,000 kids: each kid would be looked at 2,000 times.
  @Test func aListThatManyShareIsReadOnce() throws {
    var objects = [9: "[" + (5000..<7000).map { "\($0) 0 R " }.joined() + "]"]
    for number in 10..<2010 { objects[number] = "<</T(a\(number))/Kids 9 0 R>>" }
    for number in 5000..<7000 { objects[number] = "<</T(k)/FT/Tx>>" }
    let nodes = try nodes((10..<2010).map { "\($0) 0 R " }.joined(), objects)
    #expect(nodes.count == 4000)
    #expect(nodes.count { $0.name == "a10.k" } == 2000)
  }

  /// A name of a megabyte that 500 kids would each have a copy of, and names that add up on the way down.
  @Test func fullNamesHaveALimit() throws {
    let kids = (11..<511).map { "\($0) 0 R " }.joined()
    var objects = [10: "<</T(\(String(repeating: "n", count: 1 << 20)))/Kids[\(kids)]>>"]
    for number in 11..<511 { objects[number] = "<</T(\(number))/FT/Tx>>" }
    for number in 600..<660 {
      objects[number] = "<</T(\(String(repeating: "m", count: 1000)))/Kids[\(number + 1) 0 R]>>"
    }
    let nodes = try nodes("10 0 R 600 0 R", objects)
    #expect(nodes.count == 561)
    #expect(nodes.allSatisfy { !$0.name.isEmpty && $0.name.utf8.count <= FieldNaming.longest })
  }

  @Test func allNamesTogetherHaveALimit() {
    var naming = FieldNaming()
    let graph = try? FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions()).graph
    guard let graph else { return }
    let field: PDFDictionary = ["T": .string(.init(repeating: 0x61, count: 1 << 20))]
    var count = 0
    while !naming.isExhausted, count < 1000 {
      _ = naming.partialName(field, graph)
      count += 1
    }
    #expect(count == 65)
  }
}
