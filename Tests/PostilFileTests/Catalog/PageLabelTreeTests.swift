import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct PageLabelTreeTests {
  private func label(_ tree: String, at index: Int) throws -> String {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/PageLabels \(tree)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    let graph = try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).openedGraph
    let ranges = PageLabelTree.ranges(graph.catalog["PageLabels"], graph, pageCount: .max)
    return PageLabelRange.label(at: index, in: ranges)?.text ?? String(index + 1)
  }

  @Test(arguments: [
    ("null", 4, "5"), ("<</Nums[0<</S/r>>]>>", 3, "iv"), ("<</Nums[0<</S/R/St 1999>>]>>", 0, "MCMXCIX"),
    ("<</Nums[0<</S/A>>]>>", 27, "BB"), ("<</Nums[0<</P(x)>>]>>", 7, "x"),
    ("<</Nums[0<</S/D>>3<</S/D/P(A-)/St 5>>]>>", 4, "A-6"), ("<</Kids[<</Nums[0<</S/a>>]>>]>>", 25, "z"),
    ("<</Nums[2<</S/D>>]>>", 0, "1"),
    ("<</Nums[-9223372036854775808<</S/r/St 9223372036854775807>>]>>", 1, ""),
  ])
  func labelsFollowTheRanges(tree: String, index: Int, expected: String) throws {
    let label = try label(tree, at: index)
    #expect(expected.isEmpty || label == expected)
  }
}
