import CPostilCairo
import Foundation

extension Handbook {
  static func aYearOfNotes(_ canvas: Canvas) {
    heading(canvas, "3", "A year of notes")
    let y = body(
      canvas,
      """
      How many notes does a reader make? One kept count for a year, a stroke for every note, and drew the \
      chart below. The first months are slow: the hand is shy of clean paper. Summer is long and the \
      margins fill. By autumn hardly a page is left that nobody has answered.
      """, y: 150)
    _ = body(
      canvas,
      """
      What the chart does not show is how many were rubbed out again. The reader did not say, and on \
      paper there is no way to undo.
      """, y: y)
    chart(canvas)
    caption(
      canvas, "Notes made in each month of a year. The peak is the month in which it rained.", 64, 598,
      width: 346)
    _ = body(
      canvas,
      """
      Counting changes what is counted. In the second half of the year the notes grew shorter, as if each \
      stroke of the tally had cost a word. The last of them, in December, is a single letter; it may be a \
      question mark.
      """, y: 644)
    _ = body(
      canvas,
      """
      And what became of the books? They were lent, as books are, and came back with notes in a second \
      hand, which nobody counted.
      """, y: 712)
  }

  private static let notes = [14.0, 19, 27, 24, 38, 61, 96, 82, 70, 77, 52, 33]

  private static func chart(_ canvas: Canvas) {
    let (left, bottom, width, height) = (64.0, 560.0, 346.0, 260.0)
    canvas.font(.sans, 7)
    for step in 0...5 {
      let y = bottom - Double(step) * height / 5
      canvas.color(pale, 0.45)
      canvas.line(left, y, left + width, y, width: 0.4)
      canvas.color(pale)
      canvas.text("\(step * 20)", left - 16, y + 2)
    }
    let slot = width / Double(notes.count)
    area(canvas, left, bottom, slot, height)
    for (index, value) in notes.enumerated() {
      let (x, top) = (left + Double(index) * slot + 4, bottom - value / 100 * height)
      canvas.gradient(from: (0, top), to: (0, bottom), [(0x4E8A86, 1), (0x2F5D62, 1)]) {
        canvas.rectangle(x, top, slot - 8, bottom - top)
      }
      canvas.color(pale)
      canvas.text(Array("JFMAMJJASOND").map(String.init)[index], x + slot / 2 - 7, bottom + 12)
    }
  }

  /// A soft area behind the bars: the mean of each month and its neighbours.
  private static func area(
    _ canvas: Canvas, _ left: Double, _ bottom: Double, _ slot: Double, _ height: Double
  ) {
    let padded = [notes[11]] + notes + [notes[0]]
    let means = notes.indices.map { (padded[$0] + padded[$0 + 1] + padded[$0 + 2]) / 3 + 9 }
    let edges = [means[0]] + means + [means[11]]
    canvas.gradient(from: (0, bottom - height), to: (0, bottom), [(0xE0A458, 0.6), (0xE0A458, 0.12)]) {
      cairo_move_to(canvas.context, left, bottom)
      for (index, mean) in edges.enumerated() {
        let x = left + min(max((Double(index) - 0.5) * slot, 0), 12 * slot)
        let y = bottom - mean / 100 * height
        let before = index == 0 ? y : bottom - edges[index - 1] / 100 * height
        if index == 0 {
          cairo_line_to(canvas.context, x, y)
        } else {
          cairo_curve_to(canvas.context, x - slot / 2, before, x - slot / 2, y, x, y)
        }
      }
      cairo_line_to(canvas.context, left + 12 * slot, bottom)
      cairo_close_path(canvas.context)
    }
  }

  static func lightThroughPaper(_ canvas: Canvas) {
    heading(canvas, "4", "Light through paper")
    let y = body(
      canvas,
      """
      Hold a leaf against the window and both its sides are there at once. What overlaps grows darker, \
      and the order in which things were laid down no longer shows.
      """, y: 150)
    let colors = [0xC8553D, 0xE0A458, 0x588B8B, 0x2F5D62, 0x8E6C8A]
    for ring in 0..<5 {
      for step in 0..<12 {
        let angle = Double(step) * .pi / 6 + Double(ring) * 0.26
        let (x, cy) = (
          236 + cos(angle) * Double(40 + ring * 30), y + 210 + sin(angle) * Double(40 + ring * 30)
        )
        let radius = 46 - Double(ring) * 5
        let hue = colors[(step + ring) % colors.count]
        canvas.glow(at: (x, cy), radius: radius, [(hue, 0.42), (hue, 0.16)]) { canvas.circle(x, cy, radius) }
      }
    }
    caption(canvas, "Sixty circles, each three fifths clear.", 64, y + 440, width: 346)
  }
}
