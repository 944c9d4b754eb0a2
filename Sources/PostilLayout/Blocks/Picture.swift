public import Foundation
public import Postil

/// What a picture says to who does not see it: no picture goes without.
public enum AlternativeText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A text that is read aloud instead.
  case text(String)
  /// The picture is decoration and says nothing.
  case decorative

  /// A text that is read aloud instead.
  public init(stringLiteral text: String) { self = .text(text) }
}

/// An image, or a drawing of paths and texts.
public struct Picture: SetFigure {
  enum Content: Sendable {
    case file(URL)
    case image(Appearance.Image)
    case drawing(Appearance, PageSize)
    /// The first page of a document, which has all that a standard asks for.
    case page(@Sendable () throws -> (page: Data, size: PageSize))
  }

  let content: Content
  let alternative: AlternativeText
  var width: Double?
  /// Where it stands, and its caption.
  public var placement = FigurePlacement()
  let place: SourcePlace

  init(_ content: Content, _ alternative: AlternativeText, _ width: Double?, _ place: SourcePlace) {
    (self.content, self.alternative, self.width, self.place) = (content, alternative, width, place)
  }

  /// Makes a picture of a file: PNG or JPEG.
  ///
  /// - Parameters:
  ///   - alternative: What it says to who does not see it.
  ///   - width: Its width in points; without it 96 pixels an inch, and no wider than there is room.
  ///   - url: The file.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    contentsOf url: URL, alternative: AlternativeText, width: Double? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(.file(url), alternative, width, SourcePlace(file, line)) }

  /// Makes a picture of an image.
  public init(
    _ image: Appearance.Image, alternative: AlternativeText, width: Double? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(.image(image), alternative, width, SourcePlace(file, line)) }

  /// Makes a picture of a drawing.
  ///
  /// - Parameters:
  ///   - drawing: What is painted, in a space of points with the origin at its lower left corner.
  ///   - size: How much room it takes, in points: what is outside of it is cut off.
  ///   - alternative: What it says to who does not see it.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ drawing: Appearance, size: PageSize, alternative: AlternativeText, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(.drawing(drawing, size), alternative, nil, SourcePlace(file, line)) }

  /// Makes a picture of a page that is made when the document is set.
  ///
  /// - Parameter page: Makes a document of one page, of a size in points, that can be a part of one that conforms to any ``Conformance``.
  package init(
    alternative: AlternativeText, width: Double?, file: StaticString, line: UInt,
    page: @escaping @Sendable () throws -> (page: Data, size: PageSize)
  ) { self.init(.page(page), alternative, width, SourcePlace(file, line)) }

  var noun: String { "The picture" }
  func picture(_ setter: BlockSetter) -> Picture { self }

  /// Whether it says how large it is.
  var hasSize: Bool { if case .drawing = content { true } else { width != nil } }
}
