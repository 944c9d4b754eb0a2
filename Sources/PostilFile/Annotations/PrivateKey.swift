/// The keys of our own, all in one entry of an annotation's dictionary. The name of the entry begins with `XX`
/// since it is not registered (third-class names, ISO 32000-2, annex E.2).
enum PrivateKey {
  static let entry: PDFName = "XXPostil"

  /// For each stroke of ink how its points are joined: a name, or the numbers of its Bézier curves.
  static let curves: PDFName = "Curves"
  /// Closed polygons of ink that are filled.
  static let areas: PDFName = "Areas"
  /// The colour that they are filled with.
  static let fill: PDFName = "IC"
  /// What a stamp says: nothing for a standard one, else a text and a smaller one.
  static let words: PDFName = "Words"
  /// How far clockwise the text around a caret is turned, in degrees.
  static let turn: PDFName = "Turn"
  /// What programs noted: keys of their choice and values in turn.
  static let metadata: PDFName = "Metadata"
  /// The appearance that Postil made, and the date of the change (`/M`) that it belongs to: if either is
  /// another now, another program drew the annotation anew.
  static let appearance: PDFName = "AP"
  static let modified: PDFName = "M"
}
