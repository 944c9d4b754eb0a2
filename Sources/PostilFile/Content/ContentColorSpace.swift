import PostilModel

/// A color space (ISO 32000-2, 8.6), as far as it says what parts of a color mean.
final class ContentColorSpace: Sendable {
  private enum Kind: Sendable {
    /// Gray, RGB or CMYK, by the number of parts: of a device, calibrated, or with a profile.
    case device
    /// An ink that is black, and nothing else.
    case black
    /// Inks, and the color that stands for them elsewhere.
    case inks(Int, ContentFunction)
    /// Places in a table of colors, with the number of bytes of each.
    case indexed([UInt8], Int)
    /// Patterns, Lab, and what is damaged.
    case unknown
  }

  private let kind: Kind

  /// How many inks and colors of a table are read.
  private static let mostInks = 32
  private static let mostColors = 256

  /// - Throws: What counting work throws.
  init(_ object: PDFObject?, _ context: ContentContext) throws { kind = try Self.kind(object, context) }

  /// - Parameter isInside: Whether it stands for another space's colors.
  private static func kind(_ object: PDFObject?, _ context: ContentContext, isInside: Bool = false) throws
    -> Kind
  {
    let objects = context.objects
    let value = objects.resolve(object)
    guard let items = value.array else { return value.name == "Pattern" ? .unknown : .device }
    func item(_ index: Int) -> PDFObject? { items.indices.contains(index) ? items[index] : nil }
    switch objects.resolve(items.first).name {
    case "DeviceGray", "DeviceRGB", "DeviceCMYK", "ICCBased", "CalGray", "CalRGB": return .device
    case "Separation" where ["Black", "All"].contains(objects.resolve(item(1)).name): return .black
    case "Separation" where !isInside: return try inks(1, item(2), item(3), context)
    case "DeviceN" where !isInside:
      return try inks(objects.resolve(item(1)).array?.count ?? 0, item(2), item(3), context)
    case "Indexed" where !isInside:
      guard case .device = try kind(item(1), context, isInside: true),
        let highest = objects.resolve(item(2)).integer, (0..<mostColors).contains(highest),
        let parts = partCount(item(1), objects), (1...4).contains(parts), let lookup = item(3),
        let table = objects.resolve(lookup).string
          ?? (try? objects.decoded(lookup, limit: mostColors * parts, excess: .cutOff))
      else { return .unknown }
      return .indexed(Array(table.prefix((highest + 1) * parts)), parts)
    default: return .unknown
    }
  }

  private static func inks(
    _ count: Int, _ alternate: PDFObject?, _ function: PDFObject?, _ context: ContentContext
  ) throws -> Kind {
    guard (1...mostInks).contains(count), case .device = try kind(alternate, context, isInside: true),
      let function = try context.function(function)
    else { return .unknown }
    return .inks(count, function)
  }

  /// How many parts the colors of a space have; `nil` if that is not known.
  static func partCount(_ space: PDFObject?, _ objects: any ObjectSource) -> Int? {
    let value = objects.resolve(space)
    let second = value.array.flatMap { $0.count > 1 ? objects.resolve($0[1]) : nil }
    return switch value.name ?? objects.resolve(value.array?.first).name {
    case "DeviceGray", "CalGray", "Indexed", "Separation": 1
    case "DeviceRGB", "CalRGB", "Lab": 3
    case "DeviceCMYK": 4
    case "ICCBased": objects.resolve(second?.dictionary?["N"]).integer
    case "DeviceN": second?.array?.count
    default: nil
    }
  }

  // MARK: - Colors

  /// The color of parts that only their number tells the space of.
  static func color(_ parts: [PDFObject]) -> Color? {
    switch parts.count {
    case 1: return parts[0].number.map { Color(white: $0) }
    case 3:
      guard let red = parts[0].number, let green = parts[1].number, let blue = parts[2].number else {
        return nil
      }
      return Color(red: red, green: green, blue: blue)
    case 4:
      let numbers = parts.compactMap(\.number)
      return numbers.count == 4 ? Color(parts: numbers) : nil
    default: return nil
    }
  }

  /// The color that parts are; `nil` if it is not known.
  ///
  /// - Throws: What counting work throws.
  func color(_ parts: [PDFObject], _ context: ContentContext) throws -> Color? {
    switch kind {
    case .device: return Self.color(parts)
    case .black: return parts.last?.number.map { Color(white: 1 - $0) }
    case .inks(let count, let function):
      guard parts.count == count else { return nil }
      try context.count(function.cost)
      return function.values(parts.compactMap(\.number)).flatMap { Color(parts: $0) }
    case .indexed(let table, let size):
      guard let number = parts.last?.number else { return nil }
      return Self.color(at: Int(min(max(number, 0), Double(Self.mostColors))), of: table, size)
    case .unknown: return nil
    }
  }

  /// The color that a space begins with (8.6.5.1 and on).
  ///
  /// - Throws: What counting work throws.
  func initialColor(_ context: ContentContext) throws -> Color? {
    switch kind {
    case .device, .black, .unknown: return .black
    case .inks(let count, let function):
      try context.count(function.cost)
      return function.values(Array(repeating: 1, count: count)).flatMap { Color(parts: $0) }
    case .indexed(let table, let size): return Self.color(at: 0, of: table, size)
    }
  }

  private static func color(at index: Int, of table: [UInt8], _ size: Int) -> Color? {
    guard (index + 1) * size <= table.count else { return nil }
    return Color(parts: table[index * size..<(index + 1) * size].map { Double($0) / 255 })
  }
}
