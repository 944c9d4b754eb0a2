/// One of the rectangles that a page has (ISO 32000-2, 14.11.2).
public enum PageBox: String, Sendable, Hashable, CaseIterable, Codable, CodingKeyRepresentable {
  /// The medium on which the page is printed.
  case mediaBox = "MediaBox"
  /// The part that is shown.
  case cropBox = "CropBox"
  /// The part that a printer's shop prints before cutting.
  case bleedBox = "BleedBox"
  /// The size of the page after cutting.
  case trimBox = "TrimBox"
  /// The part with meaningful content.
  case artBox = "ArtBox"
}
