extension PDFError.Code {
  /// A document with unsaved changes is open, and would be lost.
  public static let unsavedChanges = PDFError.Code(rawValue: "unsavedChanges")
}
