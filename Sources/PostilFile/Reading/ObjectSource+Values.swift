import Foundation
import PostilModel

/// Values that several objects make up.
extension ObjectSource {
  /// The numbers of an array; `nil` if it is no array or something else is in it.
  func numbers(_ object: PDFObject?) -> [Double]? {
    guard let items = resolve(object).array else { return nil }
    let numbers = items.compactMap { resolve($0).number }
    return numbers.count == items.count ? numbers : nil
  }

  /// A rectangle (ISO 32000-2, 7.9.5); `nil` if it is none, or not usable.
  func rect(_ object: PDFObject?) -> PageRect? {
    guard let numbers = numbers(object), numbers.count == 4 else { return nil }
    let rect = PageRect(
      corner: PagePoint(x: numbers[0], y: numbers[1]), corner: PagePoint(x: numbers[2], y: numbers[3]))
    return rect.isUsable ? rect : nil
  }

  /// The points of an array of coordinates; `nil` if it is none, or one is not usable.
  func points(_ object: PDFObject?) -> [PagePoint]? {
    guard let numbers = numbers(object), numbers.count % 2 == 0 else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      PagePoint(x: numbers[$0], y: numbers[$0 + 1])
    }
    return points.allSatisfy(\.isUsable) ? points : nil
  }

  /// A colour: grey, RGB or CMYK, by how many numbers there are.
  func color(_ object: PDFObject?) -> Color? {
    guard let parts = numbers(object) else { return nil }
    switch parts.count {
    case 1: return Color(red: parts[0], green: parts[0], blue: parts[0])
    case 3: return Color(red: parts[0], green: parts[1], blue: parts[2])
    case 4:
      let light = 1 - parts[3]
      return Color(red: (1 - parts[0]) * light, green: (1 - parts[1]) * light, blue: (1 - parts[2]) * light)
    default: return nil
    }
  }

  /// The text of a string (ISO 32000-2, 7.9.2.2); `nil` if it is none.
  func text(_ object: PDFObject?) -> String? { resolve(object).string.map(TextString.decode) }

  /// The moment that a string says (ISO 32000-2, 7.9.4); `nil` if it says none.
  func date(_ object: PDFObject?) -> Date? { resolve(object).string.flatMap(DateString.decode) }
}
