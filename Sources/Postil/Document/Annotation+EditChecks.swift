import Foundation
import PostilModel

/// Which edits of an annotation are taken (ISO 32000-2, table 167 for the flags).
extension Annotation {
  /// Whether it can be drawn from what the value says.
  var isAddable: Bool {
    dictionary != nil || (content.capabilities.contains(.added) && foreignKeys.isEmpty)
  }

  /// Why it cannot be added.
  func notAddable(in url: URL?) -> PDFError {
    guard content.capabilities.contains(.added) else {
      return refused("Annotations of kind \(subtype) cannot be added: only those that Postil draws can.", url)
    }
    return refused(
      "The annotation '\(id)' is a copy of one that has \(keyList), which Postil cannot draw: make a new one.",
      url)
  }

  /// - Throws: ``PDFError`` with code `.notEditable` if the annotation is locked.
  func requireRemovable(in url: URL?) throws {
    if let flag = lock(flags) {
      throw refused("The annotation '\(id)' is \(flag) and cannot be removed: clear that flag first.", url)
    }
  }

  /// - Throws: ``PDFError`` with code `.notEditable` if the change is one that flags forbid, or that would lose
  ///   something of what the file says.
  func requireChange(to new: Annotation, in url: URL?) throws {
    let isSame = new.content == content && new.style == style
    // Flags that the change clears forbid it no more.
    let kept = flags.intersection(new.flags)
    if let flag = lock(kept), !isSame || (kept.contains(.readOnly) && !hasSameText(as: new)) {
      throw refused("The annotation '\(id)' is \(flag) and cannot be changed: clear that flag first.", url)
    }
    if kept.contains(.lockedContents), new.contents != contents {
      throw refused("The text of the annotation '\(id)' is locked: clear the flag lockedContents first.", url)
    }
    if subtype == "Widget", new.author != author {
      throw refused("The annotation '\(id)' belongs to a form field, which has no author.", url)
    }
    if subtype == "Widget" || new.addedField != nil, new.dictionary != dictionary {
      throw refused(
        "The annotation '\(id)' cannot show another form field: remove the field, and add another.", url)
    }
    if isSame { return }
    // What is imported is drawn by what it was imported with.
    if let imported = new.dictionary, imported != dictionary { return }
    let isResized =
      content.capabilities.contains(.resized) && foreignKeys.isEmpty && content.hasSameLooks(as: new.content)
    let isMove = new.style == style && (content.displacement(to: new.content) != nil || isResized)
    guard isMove || content.capabilities.contains(.restyled) else {
      throw refused(
        "Annotations of kind \(subtype) cannot be drawn anew, only moved, removed and given another text, author or flags.",
        url)
    }
    guard isMove || foreignKeys.isEmpty else {
      throw refused(
        "The annotation '\(id)' has \(keyList), which Postil cannot draw: it can be moved, removed and given another text, author or flags, but not be drawn anew.",
        url)
    }
    guard isMove || new.content.canReplace(content) else {
      throw refused(
        "An annotation cannot become this one of kind \(new.subtype): only those that can be added.",
        url)
    }
  }

  /// - Throws: ``PDFError`` with code `.pageOutOfRange` if it leads to a page that the document does not have.
  func requireLinkedPage(in state: DocumentState, url: URL?) throws {
    guard let page = content.linkedPage, state.index(of: page) == nil else { return }
    throw PDFError(
      .pageOutOfRange, "The link '\(id)' leads to \(page), which is not in the document: give another page.",
      url: url)
  }

  private func hasSameText(as other: Annotation) -> Bool {
    contents == other.contents && author == other.author && subject == other.subject
  }

  private func lock(_ flags: AnnotationFlags) -> String? {
    if flags.contains(.locked) { return "locked" }
    // Of form fields the flag is about filling them in.
    if flags.contains(.readOnly), subtype != "Widget" { return "read-only" }
    return nil
  }

  private var keyList: String { foreignKeys.map { "/\($0)" }.joined(separator: ", ") }

  private func refused(_ message: String, _ url: URL?) -> PDFError {
    PDFError(.notEditable, message, url: url)
  }
}
