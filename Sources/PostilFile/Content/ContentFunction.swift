import Foundation
import PostilModel

/// A function (ISO 32000-2, 7.10), as far as colors of inks need it.
final class ContentFunction: Sendable {
  private enum Kind: Sendable {
    /// Rows of values at even distances, of one number.
    case samples([[Double]], encode: [Double])
    case exponential(from: [Double], to: [Double], exponent: Double)
    case stitched([ContentFunction], bounds: [Double], encode: [Double])
    case calculator(CalculatorProgram)
  }

  private let kind: Kind
  private let domain: [(low: Double, high: Double)]
  private let range: [(low: Double, high: Double)]
  /// What one value of it counts as work.
  let cost: Int

  private static let mostValues = 32
  private static let mostParts = 64
  private static let mostSamples = 4_096

  /// `nil` for one that cannot be read.
  ///
  /// - Throws: What counting work throws.
  init?(_ object: PDFObject?, _ context: ContentContext, isPart: Bool = false) throws {
    let objects = context.objects
    guard let entries = objects.resolve(object).dictionary else { return nil }
    /// Contents may have the same one read again and again.
    func numbers(_ key: PDFName) throws -> [Double]? {
      let value = objects.resolve(entries[key])
      try context.count(value.array?.count ?? 0)
      return objects.numbers(value)
    }
    guard let domain = Self.pairs(try numbers("Domain")) else { return nil }
    let range = Self.pairs(try numbers("Range")) ?? []
    guard (1...Self.mostValues).contains(domain.count), range.count <= Self.mostValues else { return nil }
    (self.domain, self.range) = (domain, range)
    var cost = domain.count + range.count
    switch objects.resolve(entries["FunctionType"]).integer {
    case 0:
      guard domain.count == 1, !range.isEmpty, let object,
        let size = try numbers("Size")?.first.flatMap({ Int(exactly: $0) }),
        (1...Self.mostSamples).contains(size),
        let bits = objects.resolve(entries["BitsPerSample"]).integer, [8, 16].contains(bits),
        let bytes = try? objects.decoded(
          object, limit: size * range.count * bits / 8, excess: .cutOff),
        bytes.count == size * range.count * bits / 8
      else { return nil }
      try context.count(bytes.count)
      let count = range.count
      let decode = Self.pairs(try numbers("Decode")) ?? range
      guard decode.count == count else { return nil }
      let rows = (0..<size).map { row in
        (0..<count).map { column in
          let place = row * count + column
          let sample =
            bits == 8
            ? Double(bytes[place]) / 255
            : Double(Int(bytes[2 * place]) << 8 | Int(bytes[2 * place + 1])) / 65535
          return decode[column].low + sample * (decode[column].high - decode[column].low)
        }
      }
      let encode = try numbers("Encode") ?? []
      kind = .samples(rows, encode: encode.count == 2 ? encode : [0, Double(size - 1)])
    case 2:
      let (from, to) = (try numbers("C0") ?? [0], try numbers("C1") ?? [1])
      guard domain.count == 1, from.count == to.count, (1...Self.mostValues).contains(from.count),
        let exponent = objects.resolve(entries["N"]).number
      else { return nil }
      kind = .exponential(from: from, to: to, exponent: exponent)
    case 3:
      guard domain.count == 1, !isPart, let parts = objects.resolve(entries["Functions"]).array,
        (1...Self.mostParts).contains(parts.count), let bounds = try numbers("Bounds"),
        let encode = try numbers("Encode"), bounds.count == parts.count - 1,
        encode.count == 2 * parts.count
      else { return nil }
      let functions = try parts.compactMap { try ContentFunction($0, context, isPart: true) }
      guard functions.count == parts.count else { return nil }
      cost += parts.count
      kind = .stitched(functions, bounds: bounds, encode: encode)
    case 4:
      guard !range.isEmpty, let object,
        let bytes = try? objects.decoded(object, limit: CalculatorProgram.longest)
      else { return nil }
      try context.count(bytes.count)
      guard let program = CalculatorProgram(bytes) else { return nil }
      cost += program.count
      kind = .calculator(program)
    default: return nil
    }
    self.cost = cost
    try context.count(cost)
  }

  private static func pairs(_ numbers: [Double]?) -> [(low: Double, high: Double)]? {
    guard let numbers, numbers.count % 2 == 0 else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  /// What it makes of numbers; `nil` if it cannot be told.
  func values(_ numbers: [Double]) -> [Double]? {
    guard numbers.count == domain.count else { return nil }
    let numbers = zip(numbers, domain).map { min(max($0, $1.low), $1.high) }
    var values: [Double]
    switch kind {
    case .exponential(let from, let to, let exponent):
      let power = exponent == 1 ? numbers[0] : pow(numbers[0], exponent)
      values = zip(from, to).map { $0 + power * ($1 - $0) }
    case .samples(let rows, let encode):
      let place = min(
        max(Self.map(numbers[0], domain[0], (encode[0], encode[1])), 0), Double(rows.count - 1))
      // Above are finite numbers, and few rows.
      guard place.isFinite else { return nil }
      let row = Int(place)
      let rest = place - Double(row)
      values = zip(rows[row], rows[min(row + 1, rows.count - 1)]).map { $0 + rest * ($1 - $0) }
    case .stitched(let functions, let bounds, let encode):
      let part = bounds.firstIndex { numbers[0] < $0 } ?? functions.count - 1
      let low = part == 0 ? domain[0].low : bounds[part - 1]
      let high = part == bounds.count ? domain[0].high : bounds[part]
      let inner = Self.map(numbers[0], (low, high), (encode[2 * part], encode[2 * part + 1]))
      guard let found = functions[part].values([inner]) else { return nil }
      values = found
    case .calculator(let program):
      guard let found = program.values(numbers), found.count >= range.count else { return nil }
      values = Array(found.suffix(range.count))
    }
    if range.count == values.count { values = zip(values, range).map { min(max($0, $1.low), $1.high) } }
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  private static func map(
    _ number: Double, _ from: (low: Double, high: Double), _ to: (low: Double, high: Double)
  ) -> Double {
    from.high > from.low ? to.low + (number - from.low) * (to.high - to.low) / (from.high - from.low) : to.low
  }
}
