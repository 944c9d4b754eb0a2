import Foundation

extension Handbook {
  static func title(_ canvas: Canvas) {
    canvas.gradient(from: (0, 0), to: (0, canvas.height), [(0x1F3F44, 1), (0x2F5D62, 1), (0x86A59C, 1)]) {
      canvas.rectangle(0, 0, canvas.width, canvas.height)
    }
    for (x, y, radius, alpha) in [(430.0, 250.0, 190.0, 0.1), (500, 380, 140, 0.12), (360, 420, 95, 0.14)] {
      canvas.color(0xF2E3B3, alpha)
      canvas.circle(x, y, radius)
      canvas.fill()
    }
    canvas.color(paper)
    canvas.font(.serif, 46)
    canvas.text("A Handbook", 64, 300)
    canvas.text("of Margins", 64, 354)
    canvas.font(.italic, 14)
    canvas.text("on the part of the page that belongs to the reader", 66, 392)
    canvas.link("uri='https://en.wikipedia.org/wiki/Marginalia'") {
      canvas.font(.sans, 9.5)
      canvas.text("en.wikipedia.org/wiki/Marginalia", 66, 770)
      canvas.line(66, 774, 66 + canvas.width(of: "en.wikipedia.org/wiki/Marginalia"), 774, width: 0.5)
    }
  }

  static func whatAPostilIs(_ canvas: Canvas) {
    heading(canvas, "2", "What a postil is")
    let paragraphs = [
      """
      A postil is a note in the margin of a book. The word is old: readers of the Middle Ages wrote \
      post illa verba textus, “after those words of the text”, and then said what they thought of them. \
      The words of the text stayed as they were; the note stood beside them.
      """,
      """
      That is all there is to the craft. A page has two authors. One fills the middle and is done when \
      the book is bound. The other comes later, with a pen, and has only the edges; and because the edges \
      are narrow, learns to be brief.
      """,
      """
      A good margin is wide enough for a hand. Printers who meant their books to be read left a third of \
      the page empty, and were repaid: the books that students quarrelled with are the ones that were kept.
      """,
      """
      Whoever writes in a margin makes a promise that is seldom spoken: not to touch the text. An eraser \
      may take away the note, a second reader may answer it, the leaf may be turned or bound in elsewhere; \
      what was printed can still be read as it was printed.
      """,
    ]
    var y = 150.0
    for text in paragraphs { y = body(canvas, text, y: y) }
    canvas.color(accent)
    canvas.line(432, 144, 432, y - 18, width: 0.6)
    caption(canvas, "The outer margin: for the hand.", 444, 152, width: 92)
    let rule = canvas.paragraphRule(y + 10)
    caption(canvas, "The lower margin: for second thoughts.", 64, rule + 18, width: 346)
  }

  static func contents(_ canvas: Canvas) {
    heading(canvas, "7", "Contents")
    let entries = [
      ("What a postil is", 2), ("A year of notes", 3), ("Light through paper", 4), ("The valley", 5),
      ("Marks and their makers", 6),
    ]
    canvas.font(.serif, 12)
    for (index, entry) in entries.enumerated() {
      let y = 170 + Double(index) * 34
      canvas.color(ink)
      canvas.link("dest='page-\(entry.1)'") { canvas.text(entry.0, 64, y) }
      canvas.text("\(entry.1)", 400, y)
      canvas.color(pale, 0.7)
      canvas.line(64 + canvas.width(of: entry.0) + 10, y - 3, 390, y - 3, width: 0.4)
    }
    caption(
      canvas, "This leaf was bound in at the end by mistake; it belongs behind the title.", 64, 380,
      width: 336)
  }
}

extension Canvas {
  /// A short rule under a text; returns its place.
  func paragraphRule(_ y: Double) -> Double {
    color(Handbook.accent)
    line(64, y, 124, y, width: 0.6)
    return y
  }
}
