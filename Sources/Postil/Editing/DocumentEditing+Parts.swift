public import Foundation
import PostilFile
public import PostilModel

/// What belongs to no page: information, page labels, settings, attachments.
extension DocumentEditing {
  // MARK: - Information

  /// Gives the document another title, author and the like. What the file says besides stays.
  ///
  /// - Throws: ``PDFError`` if the file cannot be read any more.
  public func setInformation(_ information: DocumentInformation) throws(PDFError) {
    try apply(.setInformation(information))
  }

  // MARK: - Page labels

  /// What the pages are called, as ranges of pages that are numbered one after the other, in order; none if the document
  /// says nothing.
  ///
  /// A page keeps its label wherever it is moved, and pages of other documents bring theirs along. Blank pages and images have
  /// none. ``setPageLabels(_:)`` numbers all pages anew.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(pages).
  public var pageLabels: [PageLabelRange] {
    get throws(PDFError) {
      let pages = pages
      return try PDFError.only { try pages.document.store.withLock { try $0.labelRanges(in: pages.state) } }
    }
  }

  /// Labels all pages, as they are in order now.
  ///
  /// ```swift
  /// // i, ii, iii, iv, then 1, 2, 3 …
  /// try document.setPageLabels([PageLabelRange(from: 0, .lowerRoman), PageLabelRange(from: 4, .decimal)])
  /// ```
  ///
  /// - Parameter ranges: The ranges, each up to the next. Pages before the first are called by their number.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if two begin at one page, or one at none, or a number is not from 1 to
  ///   1,000,000,000.
  public func setPageLabels(_ ranges: [PageLabelRange]) throws(PDFError) {
    try apply(.setPart(.pageLabels(try PageLabels(ranges, of: pages.state))))
  }

  // MARK: - Settings

  /// How viewers show the document when it is opened, and its language.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var settings: DocumentSettings {
    get throws(PDFError) {
      let pages = pages
      if let edited = pages.state.parts.settings { return edited }
      return try PDFError.only { try pages.document.store.withLock { try $0.openedSettings() } }
    }
  }

  /// Gives the document other settings: `try document.updateSettings { $0.language = "en" }` changes some of them.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` for page modes, layouts and languages that there are not, unless the file has
  ///   them, or `.pageOutOfRange` if it opens on a page that it does not have.
  public func setSettings(_ settings: DocumentSettings) throws(PDFError) { try apply(.setSettings(settings)) }

  /// Changes the settings as they are now.
  ///
  /// - Throws: ``PDFError``, as ``setSettings(_:)``, or with code `.editConflict`.
  public func updateSettings(_ change: (inout DocumentSettings) -> Void) throws(PDFError) {
    try PDFError.only {
      try edit("Change Settings") { edit in
        var settings = try edit.settings
        change(&settings)
        try edit.setSettings(settings)
      }
    }
  }

  // MARK: - Attachments

  /// The files that the document holds as a whole, by their names. Those that annotations hold are on their pages.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  public var attachments: [DocumentAttachment] {
    get throws(PDFError) {
      let pages = pages
      return try PDFError.only { try pages.document.store.withLock { try $0.attachments(in: pages.state) } }
    }
  }

  /// The bytes of an attachment. They are read now, and not kept.
  ///
  /// - Parameter name: Its name: ``DocumentAttachment/name``.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is none of that name, `.unsupported` if the document has only the
  ///   file's name, or `.damaged`.
  /// - Complexity: O(bytes).
  public func data(ofAttachment name: String) throws(PDFError) -> Data {
    let pages = pages
    let attachment = try requiredAttachment(name)
    if let data = attachment.file.data { return data }
    return try PDFError.only { try pages.document.store.withLock { try $0.data(of: attachment.file) } }
  }

  /// Attaches a file to the document.
  ///
  /// ```swift
  /// let invoice = try AttachedFile(contentsOf: url, description: "The invoice", mediaType: "text/xml")
  /// try document.attach(DocumentAttachment(invoice, relationship: .alternative))
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is one of that name already, or the file's name is none;
  ///   `.editConflict`.
  public func attach(_ attachment: DocumentAttachment) throws(PDFError) {
    try changeAttachments("Attach File") { attachments throws(PDFError) in attachments.append(attachment) }
  }

  /// Changes what is said of an attachment, or its file: `try document.updateAttachment("costs.csv") { $0.relationship = .data }`.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is none of that name, or `.editConflict`.
  public func updateAttachment(
    _ name: String, _ change: (inout DocumentAttachment) -> Void
  ) throws(PDFError) {
    _ = try requiredAttachment(name)
    try changeAttachments("Change Attachment") { attachments throws(PDFError) in
      for index in attachments.indices where attachments[index].name == name { change(&attachments[index]) }
    }
  }

  /// Removes an attachment. In a file that is appended to its bytes stay; a rewrite leaves them out.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is none of that name, or `.editConflict`.
  public func detach(_ name: String) throws(PDFError) {
    _ = try requiredAttachment(name)
    try changeAttachments("Delete Attachment") { attachments throws(PDFError) in
      attachments.removeAll { $0.name == name }
    }
  }

  private func requiredAttachment(_ name: String) throws(PDFError) -> DocumentAttachment {
    guard let attachment = try attachments.first(where: { $0.name == name }) else {
      throw PDFError(
        .invalidArgument, "The document has no attachment '\(name)': list its attachments to see their names."
      )
    }
    return attachment
  }

  private func changeAttachments(
    _ name: String, _ change: (inout [DocumentAttachment]) throws(PDFError) -> Void
  ) throws(PDFError) {
    try PDFError.only {
      try edit(name) { edit in
        var attachments = try edit.attachments
        try change(&attachments)
        try edit.apply(.setAttachments(attachments))
      }
    }
  }
}
