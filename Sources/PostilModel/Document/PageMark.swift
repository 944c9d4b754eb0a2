/// A text that stands on many pages, at the same place of each: a page number, a Bates number, a header, a footer, a watermark.
///
/// ```swift
/// try document.setMark(PageMark("Page {page} of {pages}"), on: document.pageIDs)
/// try document.setMark(PageMark("ACME-{number}", at: .bottomRight, digits: 6), on: document.pageIDs)
/// try document.setMark(PageMark("Draft", at: .center, font: TextFont(size: 96), opacity: 0.2, angle: 45), on: document.pageIDs)
/// ```
public struct PageMark: Sendable, Hashable {
  /// Where it stands on the page, as that is shown.
  public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
    /// In the head of the page.
    case topLeft, topCenter, topRight
    /// In the middle of the page.
    case center
    /// In the foot of the page.
    case bottomLeft, bottomCenter, bottomRight
  }

  /// The text. It may have fields in braces: `{page}`, the page's place from 1; `{pages}`, how many there are; `{label}`, what the page is
  /// called; `{number}`, which counts the pages that are marked; `{title}`, the document's. `{{` is a brace.
  public var text: String
  /// Where it stands.
  public var position: Position
  /// Its name: a page has one mark of a name, which another one of that name replaces. The name of the position, if none was given.
  public var name: String
  /// The font. Where a text is too long for a page, it is smaller there.
  public var font: TextFont
  /// The color.
  public var color: Color
  /// From 0, which shows nothing, to 1.
  public var opacity: Double
  /// The distance to the edges of the page, in points.
  public var margin: Double
  /// How far it is turned counterclockwise, in degrees.
  public var angle: Double
  /// Whether what the page shows covers it.
  public var isUnderlay: Bool
  /// What `{number}` is on the first page.
  public var firstNumber: Int
  /// How many digits `{number}` has at least, 1 to 20: zeros come before it.
  public var digits: Int

  /// Makes a mark.
  ///
  /// - Parameters:
  ///   - text: The text, with fields in braces: see ``text``.
  ///   - position: Where it stands.
  ///   - name: Its name; `nil`: that of the position.
  ///   - font: The font.
  ///   - color: The color.
  ///   - opacity: From 0 to 1.
  ///   - margin: The distance to the edges of the page, in points.
  ///   - angle: How far it is turned counterclockwise, in degrees.
  ///   - isUnderlay: Whether what the page shows covers it.
  ///   - firstNumber: What `{number}` is on the first page.
  ///   - digits: How many digits `{number}` has at least.
  public init(
    _ text: String, at position: Position = .bottomCenter, name: String? = nil,
    font: TextFont = TextFont(size: 10), color: Color = .black, opacity: Double = 1, margin: Double = 28,
    angle: Double = 0, isUnderlay: Bool = false, firstNumber: Int = 1, digits: Int = 1
  ) {
    self.text = text
    self.position = position
    self.name = name ?? position.rawValue
    self.font = font
    self.color = color
    self.opacity = opacity
    self.margin = margin
    self.angle = angle
    self.isUnderlay = isUnderlay
    self.firstNumber = firstNumber
    self.digits = digits
  }
}

extension PageMark {
  /// What fields stand for on a page.
  package struct Values {
    package var page: Int
    package var pages: Int
    package var label: String
    package var number: Int
    package var title: String

    package init(page: Int, pages: Int, label: String, number: Int, title: String) {
      (self.page, self.pages, self.label, self.number, self.title) = (page, pages, label, number, title)
    }
  }

  /// The text on a page.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` for a field that there is not.
  package func text(_ values: Values) throws(PDFError) -> String {
    var result = ""
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        throw PDFError(.invalidArgument, "A field in '\(text.prefix(60))' has no end: write {{ for a brace.")
      }
      switch rest[..<end] {
      case "page": result += String(values.page)
      case "pages": result += String(values.pages)
      case "label": result += values.label
      case "title": result += values.title
      case "number":
        let plain = String(values.number.magnitude)
        result +=
          (values.number < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - plain.count))
          + plain
      case let name:
        throw PDFError(
          .invalidArgument,
          "There is no field {\(name.prefix(40))}: use {page}, {pages}, {label}, {number} or {title}; {{ for a brace."
        )
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` for a value out of range.
  package func requireUsable() throws(PDFError) {
    guard (1...PlacedMark.longestName).contains(name.utf8.count) else {
      throw PDFError(.invalidArgument, "The name of a mark has 1 to \(PlacedMark.longestName) bytes.")
    }
    guard (0...1).contains(opacity) else {
      throw PDFError(.invalidArgument, "The opacity of a mark is from 0 to 1, not \(opacity).")
    }
    guard (0...10_000).contains(margin) else {
      throw PDFError(.invalidArgument, "The margin of a mark is 0 to 10,000 points, not \(margin).")
    }
    guard (-360...360).contains(angle) else {
      throw PDFError(.invalidArgument, "A mark is turned by -360 to 360 degrees, not \(angle).")
    }
    guard (1...20).contains(digits) else {
      throw PDFError(.invalidArgument, "A number has 1 to 20 digits, not \(digits).")
    }
  }
}
