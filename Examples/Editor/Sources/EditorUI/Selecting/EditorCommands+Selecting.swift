import Foundation
import GTKKit
import PostilViewer

/// Copying and pasting.
extension EditorCommands {
  /// Copies the selected text, or the selected annotations. Returns whether there is something to copy.
  func copySelection() -> Bool {
    if !session.textSelection.isEmpty {
      guard session.document?.effectivePermissions.contains(.copying) == true else {
        session.message = ViewerMessage(
          PDFError(.notPermitted, "The author does not allow copying from the document."),
          during: .extracting, file: session.file)
        return false
      }
      Clipboard.set(session.textSelection.string)
      return true
    }
    guard let copied = session.selection.copies, let data = try? copied.data() else { return false }
    let texts = copied.annotations.compactMap(\.contents).filter { !$0.isEmpty }
    Clipboard.set(data, type: CopiedAnnotations.mediaType, text: texts.joined(separator: "\n"))
    return true
  }

  /// Activates the selected annotation, as a double click does: follows a link, or edits a text. Returns whether it did.
  func activateSelection() -> Bool {
    let selection = session.selection
    guard let page = selection.page, let only = selection.annotations.first, selection.ids.count == 1 else {
      return false
    }
    if selection.commands.contains(.follow) {
      follow(only)
      return true
    }
    guard selection.commands.contains(.editText) else { return false }
    return session.textEntry.begin(only.id, on: page)
  }

  /// Follows a link: in the document, or in the system's program for addresses.
  func follow(_ link: Annotation) {
    if let address = session.follow(link) { window?.show(address) }
  }

  /// Goes to where an item of the outline leads, or opens its address.
  func follow(_ item: OutlineItem.ID) {
    if let address = session.outline.show(item) { window?.show(address) }
  }

  /// Copies the selected annotations and removes them.
  func cutSelection() -> Bool {
    guard session.selection.commands.contains([.copy, .delete]), copySelection() else { return false }
    session.selection.delete()
    return true
  }

  /// Pastes annotations on the page in view, or an image or a text of another program. Returns whether there is something.
  func paste() -> Bool {
    guard case .ready = session.state,
      let type = [CopiedAnnotations.mediaType, "image/png", "image/jpeg", Clipboard.plainText].first(
        where: Clipboard.has)
    else { return false }
    Task {
      guard let data = await Clipboard.data(type) else { return }
      switch type {
      case CopiedAnnotations.mediaType: pasteAnnotations(data)
      case Clipboard.plainText: session.addText(String(decoding: data, as: UTF8.self))
      default: session.addImage(data)
      }
    }
    return true
  }

  private func pasteAnnotations(_ data: Data) {
    do {
      let copied = try CopiedAnnotations(data: data)
      if session.palette.currentTool?.selects != true { session.palette.selection = .select }
      session.selection.paste(copied)
    } catch {
      session.message = ViewerMessage(error, during: .editing, file: session.file)
    }
  }

  /// Selects all annotations of the page, or if there are none, all of its text.
  @discardableResult
  func selectAll() -> Bool {
    guard case .ready = session.state else { return false }
    if session.palette.currentTool?.selects != true { session.palette.selection = .select }
    session.textSelection.clear()
    session.selection.selectAll()
    if session.selection.isEmpty { session.textSelection.selectAll() }
    return true
  }
}
