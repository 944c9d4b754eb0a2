import Foundation
import Postil
import PostilLayout

/// What of a row goes where on the pages of a template.
public struct Layout: Sendable {
  /// What a coupon is called: the same of no two rows.
  public var code: Pattern
  /// The name of a sheet's file.
  public var file: Pattern
  /// What is filled in, bottom first.
  public var items: [LayoutItem]
  /// Where a redeemed sheet is stamped; `nil` for the middle of the first page.
  public var redeemed: LayoutPlace?

  /// Reads a layout from a JSON file.
  ///
  /// - Throws: ``CouponError``, which says the place in the file, or what Foundation says of a file that cannot be read.
  public init(contentsOf url: URL) throws {
    let data = try Data(contentsOf: url)
    do { try self.init(json: data) } catch { throw CouponError(url.lastPathComponent, error) }
  }

  /// Reads a layout from JSON.
  ///
  /// - Throws: ``CouponError``, which says the place in the file.
  public init(json data: Data) throws {
    do {
      self = try JSONDecoder().decode(Layout.self, from: data)
    } catch let error as DecodingError {
      throw CouponError(error.sentence)
    }
  }

  /// The columns that it names.
  public var columns: Set<String> {
    Set((items.map(\.pattern) + [code, file]).flatMap(\.columns))
  }
}

/// A rectangle of a page of the template.
public struct LayoutPlace: Sendable, Hashable {
  /// The page, from 1.
  public var page: Int
  /// The rectangle, in points from the lower left corner of the page as it is shown: turned, and without what is cropped.
  public var rect: PageRect

  /// Makes a place.
  public init(page: Int = 1, _ rect: PageRect) {
    self.page = page
    self.rect = rect
  }
}

/// Something that is filled in.
public struct LayoutItem: Sendable, Hashable {
  /// What kind of thing it is.
  public enum Kind: Sendable, Hashable {
    /// A text.
    case text(LayoutText)
    /// An image, whose pattern names a PNG or JPEG file beside the table. It keeps its aspect.
    case image
    /// A QR code.
    case code(LayoutCode)
  }

  /// What it shows. A row for which it is empty has none of it.
  public var pattern: Pattern
  /// Where.
  public var place: LayoutPlace
  /// What kind of thing it is.
  public var kind: Kind
}

/// How a text looks.
public struct LayoutText: Sendable, Hashable {
  /// The font, at its largest size.
  public var font: TextFont
  /// The size in points below which a text is not made smaller to fit its rectangle.
  public var leastSize: Double
  /// The colour.
  public var color: Color
  /// Where its lines stand.
  public var alignment: TextAlignment
  /// Where it stands in a rectangle that is taller.
  public var vertical: Vertical

  /// Where a text stands between the upper and the lower edge.
  public enum Vertical: String, Sendable, Hashable, Decodable { case top, middle, bottom }
}

/// How a QR code looks.
public struct LayoutCode: Sendable, Hashable {
  /// How much of it may be unreadable.
  public var level: Barcode.Correction
  /// The colour of dark modules.
  public var color: Color
  /// The colour of light modules and of the quiet zone; `nil` leaves them to the template.
  public var background: Color?
}
