/// How a new form field looks: its text, its background and its border.
public struct FormFieldLook: Sendable, Hashable {
  /// A font that every reader has: those of the standard 14 (ISO 32000-2, 9.6.2.2) that have letters. Characters that it
  /// lacks are set in a font of the system, as in all fields.
  public enum Font: String, Sendable, Hashable, Codable, CaseIterable {
    /// Helvetica.
    case helvetica = "Helvetica"
    /// Helvetica, bold.
    case helveticaBold = "Helvetica-Bold"
    /// Helvetica, slanted.
    case helveticaOblique = "Helvetica-Oblique"
    /// Helvetica, bold and slanted.
    case helveticaBoldOblique = "Helvetica-BoldOblique"
    /// Times.
    case times = "Times-Roman"
    /// Times, bold.
    case timesBold = "Times-Bold"
    /// Times, italic.
    case timesItalic = "Times-Italic"
    /// Times, bold and italic.
    case timesBoldItalic = "Times-BoldItalic"
    /// Courier.
    case courier = "Courier"
    /// Courier, bold.
    case courierBold = "Courier-Bold"
    /// Courier, slanted.
    case courierOblique = "Courier-Oblique"
    /// Courier, bold and slanted.
    case courierBoldOblique = "Courier-BoldOblique"
  }

  /// The frame around a field (`/BC` and `/BS`, ISO 32000-2, 12.5.4 and 12.5.6.19).
  public struct Border: Sendable, Hashable {
    /// How it is drawn.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
      /// An unbroken line.
      case solid
      /// Dashes of three points.
      case dashed
      /// As if the field stood out of the page.
      case beveled
      /// As if the field were sunk into the page.
      case inset
      /// A line below the field alone.
      case underline
    }

    /// The widths that there are, in points.
    public static let widths = 0.0...100.0

    /// Its color.
    public var color: Color
    /// Its width in points, in ``widths``. At most a quarter of the field's smaller side is drawn.
    public var width: Double
    /// How it is drawn.
    public var style: Style

    /// Makes a border: black, one point wide and unbroken unless said otherwise.
    public init(color: Color = .black, width: Double = 1, style: Style = .solid) {
      self.color = color
      self.width = width
      self.style = style
    }
  }

  /// What a button shows when it is checked (`/CA`, ISO 32000-2, table 192).
  public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// A tick.
    case check
    /// A dot; radio buttons with it are round.
    case circle
    /// A cross.
    case cross
    /// A diamond.
    case diamond
    /// A square.
    case square
    /// A star.
    case star
  }

  /// The font of its text.
  public var font: Font
  /// The size of its text in points, in ``TextFont/sizes``; 0: as large as fits.
  public var size: Double
  /// The color of its text, or of the mark of a button.
  public var color: Color
  /// Where lines of text stand.
  public var alignment: TextAlignment
  /// What it is filled with; `nil`: nothing.
  public var background: Color?
  /// The frame around it; `nil`: none.
  public var border: Border?
  /// What a button shows when it is checked; `nil`: a tick in check boxes, a dot in radio buttons.
  public var mark: Mark?

  /// Makes a look: black Helvetica that fits, without a border and a background, unless said otherwise.
  public init(
    font: Font = .helvetica, size: Double = 0, color: Color = .black, alignment: TextAlignment = .left,
    background: Color? = nil, border: Border? = nil, mark: Mark? = nil
  ) {
    self.font = font
    self.size = size
    self.color = color
    self.alignment = alignment
    self.background = background
    self.border = border
    self.mark = mark
  }
}

extension FormFieldLook {
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  package func requireUsable() throws(PDFError) {
    guard size == 0 || TextFont.sizes.contains(size) else {
      throw PDFError(
        .invalidArgument,
        "The size of a field's text is 1 to 1,000 points, or 0 for one that fits, not \(size)."
      )
    }
    guard border.map({ Border.widths.contains($0.width) }) ?? true else {
      throw PDFError(.invalidArgument, "The border of a field is 0 to 100 points wide.")
    }
  }
}
