import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct SignatureRemovalTests {
  /// Signed fields: one that is its widget, one whose widget takes kind and value from it, one in an array of the form, and a text.
  @Test func signaturesGoAndFieldsStay() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R<</T(c)/FT/Sig/V 20 0 R>>13 0 R]>>>>", as: 1
    )
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.add("<</T(a)/FT/Sig/V 20 0 R/Rect[0 0 9 9]>>", as: 10)
    builder.add("<</T(b)/FT/Sig/V 20 0 R/Kids[12 0 R]>>", as: 11)
    builder.add("<</Parent 11 0 R/Rect[0 0 9 9]/V 20 0 R>>", as: 12)
    builder.add("<</T(d)/FT/Tx/V(text)>>", as: 13)
    builder.add("<</Type/Sig/ByteRange[0 1 2 3]>>", as: 20)
    let graph = try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
    let changes = ObjectChanges(graph, nextNumber: 100)
    var count = 0
    SignatureRemoval(changes) { _ in count += 1 }.clearFields()
    let nodes = changes.fieldNodes(of: changes.form)
    #expect(nodes.map(\.name) == ["a", "b", "b", "c", "d"])
    #expect(nodes.map { $0.dictionary["V"] == nil } == [true, true, true, true, false])
    #expect(count == 4)
    #expect(graph.isSigned([graph.object(ObjectID(number: 12)).dictionary ?? [:], ["FT": .name("Sig")]]))
    #expect(!changes.isSigned([nodes[2].dictionary, nodes[1].dictionary]))
  }
}
