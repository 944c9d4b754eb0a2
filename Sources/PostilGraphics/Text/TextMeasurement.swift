public import PostilModel

/// How large a text is, and what it is set in.
public struct TextMeasurement: Sendable, Hashable {
  /// The width in points: that of the widest line, or the one that was asked for.
  public let width: Double
  /// The height of all lines together, in points.
  public let height: Double
  /// How many lines there are.
  public let lineCount: Int
  /// The family of the font that was found: another one than was asked for where that is not installed. Characters that
  /// it lacks are in others.
  public let family: String
}

extension Appearance.Text {
  /// How large the text is when it is painted and saved.
  ///
  /// The first call in a program takes some 30 ms, while the list of fonts is read; others well below one for a few
  /// lines. May be called from any thread.
  ///
  /// - Parameter width: Where lines are broken, in points; `nil`: at line feeds only.
  /// - Throws: ``PDFError`` with code `.missingGlyphs` if no installed font has some of its characters, which are named;
  ///   `.invalidArgument` if it is longer than ``longest``, has control characters, or a size is out of range.
  /// - Complexity: O(characters).
  public func measured(in width: Double? = nil) throws(PDFError) -> TextMeasurement {
    do {
      return try FontMap.with { fonts in
        let layout = try TextLayout(self, width: width, fonts)
        return TextMeasurement(
          width: layout.width, height: layout.height, lineCount: layout.lineCount, family: layout.family)
      }
    } catch let error as PDFError {
      throw error
    } catch {
      throw PDFError(.renderFailed, "The text cannot be set.", underlying: "\(error)")
    }
  }
}

/// A text and where its lines are broken: all that its form in a file depends on.
package struct TextBlock: Sendable, Hashable {
  package let text: Appearance.Text
  /// In points; `nil`: at line feeds only.
  package let width: Double?

  package init(_ text: Appearance.Text, width: Double?) {
    self.text = text
    self.width = width
  }

  package init(_ placed: Appearance.Item.PlacedText) {
    text = placed.text
    width = placed.fitting == .wrapped ? placed.place.width : nil
  }
}

extension Appearance.Item.PlacedText {
  /// From the text's space, with the origin at its upper left corner and y upwards, to the page: six numbers.
  ///
  /// - Throws: ``PDFError``, as ``PostilModel/Appearance/Text/measured(in:)``.
  package func matrix() throws -> [Double] {
    guard fitting == .scaled else { return place.matrix() }
    let size = try text.measured()
    let (x, y, scale) = place.fit(width: size.width, height: size.height)
    return place.matrix(x: x, y: y, scale: scale)
  }
}

extension TextAlignment {
  /// How far what has a width begins from the left edge of the room that it stands in.
  package func start(of width: Double, in room: Double) -> Double {
    switch self {
    case .left: 0
    case .center: (room - width) / 2
    case .right: room - width
    }
  }
}
