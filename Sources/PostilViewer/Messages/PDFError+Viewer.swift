extension PDFError.Code {
  /// A document with unsaved changes is open, and would be lost.
  public static let unsavedChanges = PDFError.Code(rawValue: "unsavedChanges")
  /// Fields of the form that have to be filled in are not. The document was saved or printed all the same.
  public static let requiredFieldsEmpty = PDFError.Code(rawValue: "requiredFieldsEmpty")
}
