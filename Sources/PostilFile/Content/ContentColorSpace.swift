import PostilModel

/// A color space (ISO 32000-2, 8.6), as far as it says what parts of a color mean.
enum ContentColorSpace {
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

  /// How many inks and colors of a table are read.
  private static let mostInks = 32
  private static let mostColors = 256

  /// - Parameter isInside: Whether it stands for another space's colors.
  /// - Throws: What counting work throws.
  init(_ object: PDFObject?, _ context: ContentContext, isInside: Bool = false) throws {
    let objects = context.objects
    let value = objects.resolve(object)
    guard let items = value.array else {
      self = value.name == "Pattern" ? .unknown : .device
      return
    }
    func item(_ index: Int) -> PDFObject? { items.indices.contains(index) ? items[index] : nil }
    switch objects.resolve(items.first).name {
    case "DeviceGray", "DeviceRGB", "DeviceCMYK", "ICCBased", "CalGray", "CalRGB": self = .device
    case "Separation" where ["Black", "All"].contains(objects.resolve(item(1)).name): self = .black
    case "Separation" where !isInside: self = try Self.inks(1, item(2), item(3), context)
    case "DeviceN" where !isInside:
      self = try Self.inks(objects.resolve(item(1)).array?.count ?? 0, item(2), item(3), context)
    case "Indexed" where !isInside:
      let base = try ContentColorSpace(item(1), context, isInside: true)
      let lookup = objects.resolve(item(3))
      guard let highest = objects.resolve(item(2)).integer, (0..<Self.mostColors).contains(highest),
        case .device = base,
        let parts = ContentColorSpace.partCount(objects.resolve(item(1)), objects),
        let table = lookup.string
          ?? (try? objects.decoded(item(3) ?? .null, limit: Self.mostColors * 4, excess: .cutOff))
      else {
        self = .unknown
        return
      }
      try context.count(table.count)
      self = .indexed(Array(table.prefix((highest + 1) * parts)), parts)
    default: self = .unknown
    }
  }

  private static func inks(
    _ count: Int, _ alternate: PDFObject?, _ function: PDFObject?, _ context: ContentContext
  ) throws -> ContentColorSpace {
    guard (1...mostInks).contains(count), let function = try context.function(function) else {
      return .unknown
    }
    let alternate = try ContentColorSpace(alternate, context, isInside: true)
    guard case .device = alternate else { return .unknown }
    return .inks(count, function)
  }

  /// How many parts colors of a space of a device have; `nil` for others.
  private static func partCount(_ space: PDFObject, _ objects: any ObjectSource) -> Int? {
    switch space.name ?? objects.resolve(space.array?.first).name {
    case "DeviceGray", "CalGray": return 1
    case "DeviceRGB", "CalRGB": return 3
    case "DeviceCMYK": return 4
    case "ICCBased":
      let count = space.array.flatMap { $0.count > 1 ? $0[1] : nil }
        .flatMap { objects.resolve(objects.resolve($0).dictionary?["N"]).integer }
      return count.flatMap { [1, 3, 4].contains($0) ? $0 : nil }
    default: return nil
    }
  }

  // MARK: - Colors

  /// The color of parts that only their number tells the space of.
  static func color(_ parts: [PDFObject]) -> Color? {
    guard parts.count <= 4 else { return nil }
    let numbers = parts.compactMap(\.number)
    return numbers.count == parts.count ? Color(parts: numbers) : nil
  }

  /// The color that parts are; `nil` if it is not known.
  ///
  /// - Throws: What counting work throws.
  func color(_ parts: [PDFObject], _ context: ContentContext) throws -> Color? {
    switch self {
    case .device: return Self.color(parts)
    case .black: return parts.last?.number.map { Color(white: 1 - $0) }
    case .inks(let count, let function):
      let numbers = parts.prefix(Self.mostInks).compactMap(\.number)
      guard numbers.count == count else { return nil }
      try context.count(function.cost)
      return function.values(numbers).flatMap { Color(parts: $0) }
    case .indexed(let table, let size):
      guard let number = parts.last?.number, number.isFinite else { return nil }
      return Self.color(at: Int(min(max(number, 0), 255)), of: table, size)
    case .unknown: return nil
    }
  }

  /// The color that a space begins with (8.6.5.1 and on).
  ///
  /// - Throws: What counting work throws.
  func initialColor(_ context: ContentContext) throws -> Color? {
    switch self {
    case .device, .black, .unknown: return .black
    case .inks(let count, let function):
      try context.count(function.cost)
      return function.values(Array(repeating: 1, count: count)).flatMap { Color(parts: $0) }
    case .indexed(let table, let size): return Self.color(at: 0, of: table, size)
    }
  }

  private static func color(at index: Int, of table: [UInt8], _ parts: Int) -> Color? {
    guard (index + 1) * parts <= table.count else { return nil }
    return Color(parts: table[index * parts..<(index + 1) * parts].map { Double($0) / 255 })
  }
}
