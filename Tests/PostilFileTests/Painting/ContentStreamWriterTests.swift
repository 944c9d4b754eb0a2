import PostilModel
import Testing

@testable import PostilFile

@Suite struct ContentStreamWriterTests {
  private func content(_ item: Appearance.Item) -> String {
    var writer = ContentStreamWriter()
    if case .path(let path) = item.content { writer.paint(path) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private let line = PagePath([.move(.zero), .line(PagePoint(x: 10, y: 0.5))])

  @Test func aStrokeSetsItsWholePen() {
    let pen = Appearance.Pen(color: .red, width: 2.5, isRound: true)
    #expect(content(.init(path: line, pen: pen)) == "1 0 0 RG\n2.5 w\n1 J\n1 j\n[] 0 d\n0 0 m\n10 0.5 l\nS\n")
  }

  @Test func dashesHaveNoRoundEnds() {
    let pen = Appearance.Pen(color: .black, width: 4, dash: [8, 4], isRound: true)
    #expect(content(.init(path: line, pen: pen)).contains("0 J\n1 j\n[8 4] 0 d\n"))
  }

  @Test func fillAndOutlineAreOneOperation() {
    let pen = Appearance.Pen(color: .black, width: 1)
    #expect(content(.init(path: line, fill: .white, pen: pen)).hasSuffix("l\nB*\n"))
    #expect(content(.init(path: line, fill: .white)).hasSuffix("l\nf*\n"))
  }
}
