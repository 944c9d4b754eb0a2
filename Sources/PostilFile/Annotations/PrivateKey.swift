/// The keys of our own, all in one entry of a dictionary: of annotations, and of the streams around a page's content that paint its marks. The name of the entry begins with `XX`
/// since it is not registered (third-class names, ISO 32000-2, annex E.2).
enum PrivateKey {
  static let entry: PDFName = "XXPostil"

  /// For each stroke of ink how its points are joined: a name, or the numbers of its Bézier curves.
  static let curves: PDFName = "Curves"
  /// For each stroke of ink its widths, one number for each of its points in multiples of the line width, or an empty list.
  static let widths: PDFName = "Widths"
  /// Closed polygons of ink that are filled.
  static let areas: PDFName = "Areas"
  /// The colour that they are filled with.
  static let fill: PDFName = "IC"
  /// What a stamp says: nothing for a standard one, else a text and a smaller one.
  static let words: PDFName = "Words"
  /// Whether a measurement has a caption, where no other key says it.
  static let caption: PDFName = "Caption"
  /// How far clockwise the text around a caret is turned, or the page of a caption, in degrees.
  static let turn: PDFName = "Turn"
  /// What programs noted: keys of their choice and values in turn.
  static let metadata: PDFName = "Metadata"
  /// Of the streams around a page's content: the marks that they paint, or nothing for the first of them.
  static let marks: PDFName = "Marks"
  /// The appearance that Postil made, and the date of the change (`/M`) that it belongs to: if either is
  /// another now, another program drew the annotation anew.
  static let appearance: PDFName = "AP"
  static let modified: PDFName = "M"
}

extension PDFDictionary {
  /// Sets values of the private entry, which is there as long as it has any.
  ///
  /// - Parameter resolve: Gives what a reference leads to: in files of other programs the entry may be an object.
  mutating func setPrivate(_ values: KeyValuePairs<PDFName, PDFObject?>, _ resolve: (PDFObject?) -> PDFObject)
  {
    var own = resolve(self[PrivateKey.entry]).dictionary ?? [:]
    for (key, value) in values { own[key] = value }
    self[PrivateKey.entry] = own.entries.isEmpty ? nil : .dictionary(own)
  }

  /// Sets values of the private entry of a dictionary that ``AnnotationWriter`` has begun: its entry is direct.
  mutating func setPrivate(_ values: KeyValuePairs<PDFName, PDFObject?>) {
    setPrivate(values) { $0 ?? .null }
  }

  /// Sets the intent (`/IT`), or removes it if it was that one.
  mutating func setIntent(_ intent: PDFName, _ isMeant: Bool) {
    if isMeant {
      self["IT"] = .name(intent)
    } else if self["IT"]?.name == intent {
      self["IT"] = nil
    }
  }
}
