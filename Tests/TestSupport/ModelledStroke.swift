import Foundation
package import PostilModel

/// The way of a pen as a hand makes it, and what a device reports of it.
package struct ModelledStroke: Sendable {
  /// Where the pen truly is, each millisecond, in points.
  package let way: [PagePoint]
  /// What the device reports: places that are off a little, at times that are not quite even and told in whole milliseconds.
  package let reports: [Report]

  /// A place that is reported, with its time in seconds and the pressure.
  package struct Report: Sendable {
    package var point: PagePoint
    package var time: Double
    package var pressure: Double
  }

  /// Where the pen truly is at a time; at its ends before and after.
  package func place(at time: Double) -> PagePoint {
    let place = min(max(time * 1000, 0), Double(way.count - 1))
    let index = min(Int(place), way.count - 2)
    return way[index].interpolated(to: way[index + 1], at: place - Double(index))
  }

  /// A way, reported by a device.
  ///
  /// - Parameters:
  ///   - rate: How often a second it reports.
  ///   - noise: How far a place is off, in points, as a standard deviation.
  package init(_ way: [PagePoint], rate: Double, noise: Double, _ random: inout SeededGenerator) {
    var reports: [Report] = []
    var drift = PagePoint.zero
    let end = Double(way.count - 1) / 1000
    let tremor = (random.number(8...12), random.number(0...6.3), random.number(0...0.12))
    var way = way
    for index in way.indices {
      let angle = 2 * .pi * tremor.0 * Double(index) / 1000 + tremor.1
      way[index] = way[index].offset(dx: tremor.2 * cos(angle), dy: tremor.2 * sin(1.3 * angle))
    }
    self.way = way
    var nominal = 0.0
    while nominal <= end {
      let time = min(max(nominal + random.gauss() * 0.0006, 0), end)
      let index = min(Int(time * 1000), way.count - 2)
      let place = way[index].interpolated(to: way[index + 1], at: time * 1000 - Double(index))
      // Half of what it is off stays from report to report.
      drift = PagePoint(
        x: drift.x * 0.5 + random.gauss() * noise * 0.8, y: drift.y * 0.5 + random.gauss() * noise * 0.8)
      let seen = place.offset(dx: drift.x, dy: drift.y)
      let told = (time * 1000).rounded() / 1000
      let ends = min(time, end - time) / 0.06
      let pressure = min(max(0.15 + 0.45 * min(ends, 1) + random.gauss() * 0.02, 0), 1)
      if reports.last.map({ $0.time < told }) ?? true {
        reports.append(
          Report(
            point: PagePoint(x: (seen.x * 50).rounded() / 50, y: (seen.y * 50).rounded() / 50), time: told,
            pressure: pressure))
      }
      nominal += 1 / rate
    }
    self.reports = reports
  }
}

extension SeededGenerator {
  /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller).
  package mutating func gauss() -> Double {
    (-2 * log(number(1e-12...1))).squareRoot() * cos(2 * .pi * number(0...1))
  }

  /// A stroke like those of handwriting: joined letters, straight strokes with corners, or an arc.
  package mutating func penStroke(rate: Double? = nil) -> ModelledStroke {
    let way: [PagePoint]
    switch Int.random(in: 0..<4, using: &self) {
    case 0, 1: way = cursiveWay(from: point(100...400))
    case 2:
      let count = Int.random(in: 2...5, using: &self)
      let size = number(10...60)
      var corners = [point(100...400)]
      for _ in 0..<count {
        let last = corners[corners.count - 1]
        let angle = number(0...(2 * .pi))
        let length = number(0.5...1) * size
        corners.append(last.offset(dx: length * cos(angle), dy: length * sin(angle)))
      }
      way = handWay(through: corners)
    default: way = arcWay()
    }
    return ModelledStroke(way, rate: rate ?? number(120...240), noise: number(0.02...0.06), &self)
  }

  /// Joined letters: the pen swings up and down while it goes to the right (Hollerbach 1981), faster for small letters.
  package mutating func cursiveWay(from start: PagePoint, size: Double? = nil, seconds: Double? = nil)
    -> [PagePoint]
  {
    let size = size ?? number(8...60)
    let swing = 5.5 - 3 * (size / 60)
    let (a, b) = (number(0.35...0.6) * size * swing * .pi, size * swing * .pi * 0.5)
    let drift = number(0.5...0.9) * size * swing * 0.6
    let lag = number(0.9...1.9)
    let count = Int((seconds ?? number(0.5...2)) * 1000)
    var (place, way) = (start, [start])
    var height = 1.0
    var phase = number(0...6.3)
    for index in 1...max(count, 2) {
      // Letters differ in height, the hand gets going and comes to rest.
      if index % 150 == 0 { height = number(0.5...1.4) }
      phase += 2 * .pi * swing / 1000
      let ramp = min(Double(min(index, count - index)) / 70, 1)
      let speed = ramp * ramp * (3 - 2 * ramp)
      place = place.offset(
        dx: speed * (drift + a * sin(phase + lag) * 0.5) / 1000, dy: speed * height * b * sin(phase) / 1000)
      way.append(place)
    }
    return way.smoothed()
  }

  /// Straight strokes with corners, each begun before the one before it has come to rest.
  package mutating func handWay(through corners: [PagePoint], pace: ClosedRange<Double> = 0.12...0.3)
    -> [PagePoint]
  {
    var way = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst()) {
      let seconds = number(pace) * max(min((from.distance(to: to) / 40).squareRoot(), 3), 0.5)
      let count = max(Int(seconds * 1000), 4)
      for index in 1...count {
        // The least jerk (Flash and Hogan 1985).
        let t = Double(index) / Double(count)
        way.append(from.interpolated(to: to, at: t * t * t * (10 - 15 * t + 6 * t * t)))
      }
    }
    return way.smoothed()
  }

  private mutating func arcWay() -> [PagePoint] {
    let (center, radius) = (point(100...400), number(6...60))
    let (start, sweep) = (number(0...6.3), number(0.4...7) * (Bool.random(using: &self) ? 1 : -1))
    let squash = number(0.4...1)
    let count = max(Int((0.15 + abs(sweep) * radius / 400) * 1000), 60)
    return (0...count).map { index in
      let t = Double(index) / Double(count)
      let angle = start + sweep * t * t * t * (10 - 15 * t + 6 * t * t)
      return center.offset(dx: radius * cos(angle), dy: squash * radius * sin(angle))
    }
  }
}

extension [PagePoint] {
  /// As an arm with a mass makes it: the mean over 24 ms.
  fileprivate func smoothed() -> [PagePoint] {
    guard count > 2 else { return self }
    return indices.map { index in
      let reach = Swift.min(12, index, count - 1 - index)
      let part = self[(index - reach)...(index + reach)]
      let sum = part.reduce(PagePoint.zero) { $0.offset(dx: $1.x, dy: $1.y) }
      return PagePoint(x: sum.x / Double(part.count), y: sum.y / Double(part.count))
    }
  }
}
