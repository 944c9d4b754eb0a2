import Foundation
import Postil

/// The way of a pen as a hand makes it, each millisecond, and what a device reports of it.
package struct PenStroke {
  /// Where the pen truly is, each millisecond, in points.
  package let way: [PagePoint]
  /// What the device reports: a place that is off a little, its time in seconds, and the pressure.
  package let reports: [(point: PagePoint, time: Double, pressure: Double)]

  /// Where the pen truly is at a time; at its ends before and after.
  package func place(at time: Double) -> PagePoint {
    let place = min(max(time * 1000, 0), Double(way.count - 1))
    let index = min(Int(place), way.count - 2)
    return Self.mix(way[index], way[index + 1], place - Double(index))
  }

  /// A stroke of handwriting: joined letters (Hollerbach 1981), or straight strokes with corners (Flash and Hogan 1985).
  ///
  /// - Parameters:
  ///   - rate: How often a second the device reports.
  ///   - noise: How far a place is off, in points, as a standard deviation.
  package init(from start: PagePoint, rate: Double, noise: Double = 0.04, _ dice: inout Dice) {
    var way = Bool.random(using: &dice) ? Self.letters(start, &dice) : Self.corners(start, &dice)
    way = Self.smoothed(way)
    let end = Double(way.count - 1) / 1000
    var reports: [(point: PagePoint, time: Double, pressure: Double)] = []
    self.way = way
    var nominal = 0.0
    while nominal <= end {
      let time = min(max(nominal + Self.gauss(&dice) * 0.0006, 0), end)
      let index = min(Int(time * 1000), way.count - 2)
      let place = Self.mix(way[index], way[index + 1], time * 1000 - Double(index))
      let told = (time * 1000).rounded() / 1000
      let pressure = 0.15 + 0.45 * min(min(time, end - time) / 0.06, 1) + Self.gauss(&dice) * 0.02
      if reports.last.map({ $0.time < told }) ?? true {
        let seen = PagePoint(x: place.x + Self.gauss(&dice) * noise, y: place.y + Self.gauss(&dice) * noise)
        reports.append((seen, told, min(max(pressure, 0), 1)))
      }
      nominal += 1 / rate
    }
    self.reports = reports
  }

  private static func letters(_ start: PagePoint, _ dice: inout Dice) -> [PagePoint] {
    let size = Double.random(in: 8...60, using: &dice)
    let swing = 5.5 - 3 * (size / 60)
    let across = Double.random(in: 0.35...0.6, using: &dice) * size * swing * .pi
    let up = size * swing * .pi * 0.5
    let drift = Double.random(in: 0.3...0.5, using: &dice) * size * swing
    let lag = Double.random(in: 0.9...1.9, using: &dice)
    let count = Int.random(in: 500...2000, using: &dice)
    var (place, way, height, phase) = (start, [start], 1.0, Double.random(in: 0...6.3, using: &dice))
    for index in 1...count {
      if index % 150 == 0 { height = Double.random(in: 0.5...1.4, using: &dice) }
      phase += 2 * .pi * swing / 1000
      let ramp = min(Double(min(index, count - index)) / 70, 1)
      let speed = ramp * ramp * (3 - 2 * ramp) / 1000
      place = PagePoint(
        x: place.x + speed * (drift + across * sin(phase + lag) * 0.5),
        y: place.y + speed * height * up * sin(phase))
      way.append(place)
    }
    return way
  }

  private static func corners(_ start: PagePoint, _ dice: inout Dice) -> [PagePoint] {
    let size = Double.random(in: 10...60, using: &dice)
    var way = [start]
    for _ in 0..<Int.random(in: 2...6, using: &dice) {
      let (from, angle) = (way[way.count - 1], Double.random(in: 0...(2 * .pi), using: &dice))
      let length = Double.random(in: 0.4...1, using: &dice) * size
      let to = PagePoint(x: from.x + length * cos(angle), y: from.y + length * sin(angle))
      let count = Int(
        Double.random(in: 120...300, using: &dice) * max(min((length / 40).squareRoot(), 3), 0.5))
      for index in 1...count {
        // The least jerk.
        let t = Double(index) / Double(count)
        way.append(mix(from, to, t * t * t * (10 - 15 * t + 6 * t * t)))
      }
    }
    return way
  }

  /// As an arm with a mass makes it: the mean over 24 ms.
  private static func smoothed(_ way: [PagePoint]) -> [PagePoint] {
    way.indices.map { index in
      let reach = min(12, index, way.count - 1 - index)
      let part = way[(index - reach)...(index + reach)]
      return PagePoint(
        x: part.reduce(0) { $0 + $1.x } / Double(part.count),
        y: part.reduce(0) { $0 + $1.y } / Double(part.count))
    }
  }

  private static func mix(_ a: PagePoint, _ b: PagePoint, _ share: Double) -> PagePoint {
    PagePoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
  }

  private static func gauss(_ dice: inout Dice) -> Double {
    (-2 * log(Double.random(in: 1e-12...1, using: &dice))).squareRoot()
      * cos(2 * .pi * Double.random(in: 0...1, using: &dice))
  }
}
