import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct NamedDestinationsTests {
  /// A document with those objects from 10 on, and what its catalog says besides.
  private func graph(_ catalog: String, _ objects: String...) throws -> ObjectGraph {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    for (index, object) in objects.enumerated() { builder.add(object, as: 10 + index) }
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
  }

  private func page(_ name: PDFObject, _ graph: ObjectGraph) -> PDFObject? {
    NamedDestinations(graph)[name]?.array?.last
  }

  @Test func namesAreFoundAtAnyDepth() throws {
    let graph = try graph(
      "/Names<</Dests 10 0 R>>", "<</Kids[11 0 R 12 0 R]>>",
      "<</Limits[(a)(c)]/Names[(a)[3 0 R/Fit](c)<</D[3 0 R/FitB]>>]>>", "<</Limits[(m)(z)]/Kids[13 0 R]>>",
      "<</Limits[(m)(z)]/Names[(m)14 0 R(z)(not a place)]>>", "<</D 15 0 R>>", "[3 0 R/FitV]")
    #expect(page(.string(Array("a".utf8)), graph)?.name == "Fit")
    #expect(page(.string(Array("c".utf8)), graph)?.name == "FitB")
    #expect(page(.string(Array("m".utf8)), graph)?.name == "FitV")
    for missing in ["", "b", "z", "zz"] { #expect(page(.string(Array(missing.utf8)), graph) == nil) }
    #expect(page(.name("a"), graph) == nil && page(.integer(1), graph) == nil)
  }

  @Test func namesOfTheFirstVersions() throws {
    let graph = try graph("/Dests<</here[3 0 R/Fit]/there<</D[3 0 R/FitH]>>/no 5>>")
    #expect(page(.name("here"), graph)?.name == "Fit" && page(.name("there"), graph)?.name == "FitH")
    #expect(page(.name("no"), graph) == nil && page(.name("else"), graph) == nil)
  }

  @Test func treesThatLeadToThemselvesEnd() throws {
    let circle = try graph(
      "/Names<</Dests 10 0 R>>", "<</Kids[11 0 R 10 0 R]>>", "<</Kids[10 0 R 11 0 R]/Names[(x)]>>")
    #expect(page(.string([120]), circle) == nil)
    // Each node twice: without a memory of those that were seen, 2^30 looks.
    let nodes = (0..<30).map { "<</Kids[\(11 + $0) 0 R \(11 + $0) 0 R]>>" }
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/Names<</Dests 10 0 R>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    for (index, node) in nodes.enumerated() { builder.add(node, as: 10 + index) }
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    #expect(page(.string([120]), store.graph) == nil)
  }
}
