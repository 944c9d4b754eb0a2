import Foundation
import Postil
import PostilTools

/// Simulates the input of a tablet.
enum PenSimulator {
  /// Draws with a tool from point to point, as a viewer does, and returns what to commit.
  static func draw(_ tool: some DrawingTool, through points: [PagePoint]) -> [AnnotationChange] {
    var tool = tool
    for point in points {
      if tool.isDrawing { tool.move(to: point) } else { tool.begin(at: point) }
    }
    return tool.finish()
  }

  /// A line of handwriting, as fractions of a page: loops of different heights, a word a stroke.
  static func writing(_ words: [String], x: Double, y: Double, size: Double, aspect: Double) -> [[(
    Double, Double
  )]] {
    var left = x
    return words.map { word in
      let stroke = loops(word, size).map { (left + $0.0 * aspect, y - $0.1) }
      left += (Double(word.count) * 0.62 + 0.5) * size * aspect
      return stroke
    }
  }

  /// Letters that rise high make high loops, all others low ones.
  private static func loops(_ word: String, _ size: Double) -> [(Double, Double)] {
    word.enumerated().flatMap { index, letter in
      let height = "bdfhklt".contains(letter) ? 1.5 : "aceou".contains(letter) ? 0.72 : 0.56
      let loop = "mnuirvw".contains(letter) ? 0.1 : 0.3
      return stride(from: 0, to: 2 * Double.pi, by: .pi / 10).map { angle in
        let rise = height * (1 - cos(angle)) / 2
        let along = Double(index) * 0.62 + 0.62 * angle / (2 * .pi) + loop * sin(angle) + 0.18 * rise
        return (along * size, rise * size)
      }
    }
  }

  /// Points along a smooth sweep through a few places, close together.
  static func sweep(_ places: [(Double, Double)]) -> [(Double, Double)] {
    guard places.count > 2 else { return places }
    return (1..<places.count - 1).flatMap { index -> [(Double, Double)] in
      let (a, b, c) = (places[index - 1], places[index], places[index + 1])
      let start = index == 1 ? a : ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
      let end = index == places.count - 2 ? c : ((b.0 + c.0) / 2, (b.1 + c.1) / 2)
      return stride(from: 0.0, through: 1, by: 0.1).map { t in
        let (u, v, w) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
        return (u * start.0 + v * b.0 + w * end.0, u * start.1 + v * b.1 + w * end.1)
      }
    }
  }
}
