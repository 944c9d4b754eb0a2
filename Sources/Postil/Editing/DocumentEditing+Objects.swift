public import Foundation
public import PostilModel

/// Entries of the file's objects that Postil has no property for.
extension DocumentEditing {
  /// Sets an entry of an object of the file.
  ///
  /// ```swift
  /// try document.setEntry("Tabs", of: .page(page.id), to: .name("S"))
  /// try document.setEntry("MarkInfo", of: .catalog, to: .dictionary(["Marked": .boolean(true)]))
  /// ```
  ///
  /// ``PDFDocument/objects`` reads what was set at once; a save writes it, pictures and texts of pages are drawn and read with it. Images,
  /// fonts, tags and layers are those of the file until it was saved and opened again. What else the object has stays as it is.
  ///
  /// A value may refer to objects of the file (``PDFValue/reference(_:)``) and to pages (``PDFValue/page(_:)``). A stream in it
  /// (``PDFValue/stream(_:_:)``, with its data as its `/Filter` says) becomes an object of its own when the document is saved.
  ///
  /// - Parameters:
  ///   - key: The key, without its slash.
  ///   - object: The object: the catalog, a page, or a dictionary or stream by its number.
  ///   - value: The value; ``PDFValue/null`` takes the entry away.
  /// - Throws: ``PDFError`` with code `.notEditable` for what other edits write, which then are to be used: the tree of the pages,
  ///   boxes, contents and resources of pages, annotations, form, outline, names, settings, attachments, signatures, encryption, and
  ///   objects that were written since the document was opened; `.invalidArgument` for objects, keys and values that there are not or no
  ///   file can have; `.pageOutOfRange`; `.damaged`.
  /// - Complexity: O(value); for an object by its number O(objects of the file) the first time.
  public func setEntry(_ key: String, of object: DocumentObject, to value: PDFValue) throws(PDFError) {
    try apply(.setEntry(key, of: object, to: value))
  }

  /// Sets entries of an object of the file, as one step of undo. With none nothing happens.
  ///
  /// - Parameters:
  ///   - entries: The values by their keys; ``PDFValue/null`` takes an entry away.
  ///   - object: The object.
  /// - Throws: ``PDFError``, as ``setEntry(_:of:to:)``; then none is set.
  public func setEntries(_ entries: [String: PDFValue], of object: DocumentObject) throws(PDFError) {
    if !entries.isEmpty { try apply(.setEntries(entries, of: object)) }
  }

  /// Takes an entry of an object of the file away. One that the object does not have is no error.
  ///
  /// - Throws: ``PDFError``, as ``setEntry(_:of:to:)``.
  public func removeEntry(_ key: String, of object: DocumentObject) throws(PDFError) {
    try apply(.setEntry(key, of: object, to: .null))
  }

  /// Gives a stream of the file other data. A save compresses them; the stream's other entries stay.
  ///
  /// ```swift
  /// if case .reference(let number)? = try document.objects.catalog["Metadata"] {
  ///   try document.setStream(number, to: packet)
  /// }
  /// ```
  ///
  /// Of the metadata packet that keeps what edits of the information changed (``setInformation(_:)``).
  ///
  /// - Parameters:
  ///   - number: The number of the object, of generation 0.
  ///   - data: The data, without filters; at most 256 MB.
  /// - Throws: ``PDFError``, as ``setEntry(_:of:to:)``.
  public func setStream(_ number: Int, to data: Data) throws(PDFError) {
    try apply(.setStream(number, to: data))
  }
}
