/// The keys of our own in an ink annotation's dictionary, under one entry named after the package
/// (second-class names, ISO 32000-2, annex E): what `/InkList` cannot say.
enum PrivateKey {
  static let entry: PDFName = "Postil"
  /// For each stroke how its points are joined: a name, or the numbers of its Bézier curves.
  static let curves: PDFName = "Curves"
  /// Closed polygons that are filled.
  static let areas: PDFName = "Areas"
  /// The colour that they are filled with.
  static let fill: PDFName = "IC"
}
