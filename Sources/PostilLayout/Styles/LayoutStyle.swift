public import Postil

/// How the blocks of a document look: a value, of which one can be made for a house and used for all documents. Lengths are in points.
public struct LayoutStyle: Sendable, Hashable {
  /// Paragraphs.
  public var body: ParagraphStyle
  /// Headings, by their levels; the last for all that are deeper.
  public var headings: [ParagraphStyle]
  /// Blocks of code; text in code takes its family.
  public var code: ParagraphStyle
  /// Captions of pictures and tables.
  public var caption: ParagraphStyle
  /// Footnotes.
  public var footnote: ParagraphStyle
  /// Headers and footers.
  public var margin: ParagraphStyle
  /// Fields of forms.
  public var field: FieldStyle
  /// Tables.
  public var table = TableStyle()
  /// Fonts of files, which the families of all styles may name.
  public var fonts: [FontFile] = []
  /// What stands for characters that no font has, such as `?`; `nil`: they are an error with their place. Fields of forms show what they are given.
  public var replacementCharacter: Character?
  /// Down to which level headings are numbered: 1, 1.1; 0 for none.
  public var numberedHeadings = 0
  /// The color of links; `nil` for that of the text.
  public var linkColor: Color? = Color(hex: 0x0B4F9E)
  /// How far lists are set in.
  public var listInset = 18.0
  /// How far quotations are set in.
  public var quoteInset = 18.0
  /// The bullets of lists, by their depth; the last for all that are deeper.
  public var bullets = ["•", "–", "·"]

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - family: The family of all fonts but that of code.
  ///   - size: The size of paragraphs, in points; others follow from it.
  public init(family: String = "Noto Sans, DejaVu Sans, sans-serif", size: Double = 10) {
    let font = TextFont(family, size: size)
    body = ParagraphStyle(font: font, lineSpacing: 1, spaceAfter: size * 0.6)
    headings = [1.8, 1.4, 1.2, 1.0].map { scale in
      ParagraphStyle(
        font: TextFont(family, size: size * scale, isBold: true), spaceBefore: size * scale,
        spaceAfter: size * 0.4, keepsWithNext: true, keepsTogether: true)
    }
    code = ParagraphStyle(
      font: TextFont("Noto Sans Mono, DejaVu Sans Mono, monospace", size: size * 0.85), spaceAfter: size * 0.6
    )
    caption = ParagraphStyle(
      font: TextFont(family, size: size * 0.85, isItalic: true), spaceBefore: size * 0.3,
      spaceAfter: size * 0.8)
    footnote = ParagraphStyle(font: TextFont(family, size: size * 0.8), spaceAfter: 2)
    margin = ParagraphStyle(font: TextFont(family, size: size * 0.8), color: .darkGray, spaceAfter: 0)
    field = FieldStyle(font: font)
  }

  func bullet(at depth: Int) -> String {
    bullets.isEmpty ? "•" : bullets[min(max(depth, 0), bullets.count - 1)]
  }

  func heading(_ level: Int) -> ParagraphStyle {
    headings.isEmpty ? body : headings[min(max(level, 1), headings.count) - 1]
  }
}

/// How a table looks. Lengths are in points.
public struct TableStyle: Sendable, Hashable {
  /// The lines between rows; `nil` for none.
  public var rowRule: Color? = Color(white: 0.8)
  /// The lines between columns, and around the table; `nil` for none.
  public var columnRule: Color?
  /// How thick lines are.
  public var ruleWidth = 0.5
  /// The background of the head.
  public var headBackground: Color? = Color(white: 0.93)
  /// The background of every other row.
  public var stripe: Color?
  /// From the edges of a cell to its text, at the sides.
  public var horizontalPadding = 4.0
  /// The same above and below.
  public var verticalPadding = 3.0
  /// The least room above and below the table.
  public var space = 8.0

  /// Makes a style.
  public init() {}
}

/// How a ``Box`` looks. Lengths are in points.
public struct BoxStyle: Sendable, Hashable {
  /// Its background; `nil` for none.
  public var background: Color?
  /// The color of its border; `nil` for none.
  public var border: Color?
  /// How thick its border is.
  public var borderWidth: Double
  /// From its edges to what is in it.
  public var padding: Double
  /// The least room above and below it.
  public var space: Double

  /// Makes a style.
  public init(
    background: Color? = nil, border: Color? = .lightGray, borderWidth: Double = 0.5, padding: Double = 8,
    space: Double = 8
  ) {
    (self.background, self.border, self.borderWidth) = (background, border, borderWidth)
    (self.padding, self.space) = (padding, space)
  }
}

/// A page: its size, its margins and its columns. Lengths are in points.
public struct PageStyle: Sendable, Hashable {
  /// The size.
  public var size: PageSize
  /// The margins.
  public var top: Double
  /// The left margin.
  public var left: Double
  /// The lower margin.
  public var bottom: Double
  /// The right margin.
  public var right: Double
  /// How many columns a page has, 1 to 20.
  public var columns = 1
  /// The room between columns.
  public var columnGap = 18.0

  /// Makes a page with margins of one width.
  public init(_ size: PageSize = .a4, margins: Double = 56) {
    (self.size, top, left, bottom, right) = (size, margins, margins, margins, margins)
  }
}

extension Double {
  /// Millimetres, in points.
  public static func mm(_ millimetres: Double) -> Double { millimetres * 72 / 25.4 }
  /// Inches, in points.
  public static func inches(_ inches: Double) -> Double { inches * 72 }
}
