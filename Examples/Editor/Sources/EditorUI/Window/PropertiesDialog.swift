import Foundation
import GTKKit
import PostilViewer

/// What a document says of itself, which can be changed, and what its file is like.
final class PropertiesDialog: Window {
  private let session: ViewerSession
  private let properties: DocumentProperties
  private let fields: [(field: TextField, key: WritableKeyPath<DocumentInformation, String?>)]
  private let rows = Box(.vertical, spacing: 8)

  /// Shows the properties of the document.
  static func show(_ session: ViewerSession, over parent: EditorWindow) {
    Task { [weak parent] in
      do {
        let properties = try await session.properties()
        guard let parent else { return }
        let dialog = PropertiesDialog(session, properties, over: parent)
        dialog.present()
        dialog.fields.first?.field.grabFocus()
      } catch {
        session.report(error, during: .showing, of: session.file)
      }
    }
  }

  private init(_ session: ViewerSession, _ properties: DocumentProperties, over parent: Window) {
    (self.session, self.properties) = (session, properties)
    fields = [\DocumentInformation.title, \.author, \.subject, \.keywords].map { key in
      let field = TextField()
      field.text = properties.information[keyPath: key] ?? ""
      return (field, key)
    }
    super.init()
    title = tr("Document Properties")
    makeDialog(of: parent)
    setDefaultSize(width: 460, height: -1)
    rows.margin = 18
    for (entry, name) in zip(fields, [tr("Title"), tr("Author"), tr("Subject"), tr("Keywords")]) {
      add(name, entry.field)
      entry.field.nameInside(name)
      entry.field.onActivate { [unowned self] in apply() }
    }
    rows.append(Separator(.horizontal))
    for fact in facts { add(fact.name, fact.text) }
    rows.append(buttons)
    let scrolled = ScrolledWindow(rows)
    scrolled.fitsContent(upTo: 640)
    setContent(scrolled)
    addShortcut("Escape", .window) { [unowned self] in
      destroy()
      return true
    }
  }

  private var buttons: Box {
    let (cancel, apply) = (Button(tr("Cancel")), Button(tr("Apply")))
    for button in [cancel, apply] { button.expandsWidth = true }
    apply.setClass("suggested-action")
    cancel.onClick { [unowned self] in destroy() }
    apply.onClick { [unowned self] in self.apply() }
    let row = Box(.horizontal, spacing: 12, [cancel, apply])
    row.isHomogeneous = true
    row.setMargins(top: 8)
    return row
  }

  /// Makes what was changed one step of undo.
  private func apply() {
    var information = properties.information
    for entry in fields where entry.field.text != information[keyPath: entry.key] ?? "" {
      information[keyPath: entry.key] = entry.field.text.isEmpty ? nil : entry.field.text
    }
    if information != properties.information { session.setInformation(information) }
    destroy()
  }

  // MARK: - Rows

  private func add(_ name: String, _ widget: Widget) {
    let label = Label(name)
    label.setClass("dim-label")
    label.textAlignment = 1
    label.minimumLetters = 12
    label.alignY = widget is Label ? .start : .center
    widget.expandsWidth = true
    rows.append(Box(.horizontal, spacing: 12, [label, widget]))
  }

  private func add(_ name: String, _ text: String) {
    let label = Label(text)
    label.textAlignment = 0
    label.wraps = true
    label.breaksWords()
    label.maximumLetters = 36
    label.isSelectable = true
    // The fields come first for the keyboard.
    label.isFocusable = false
    add(name, label)
  }

  /// The facts that are known of the document.
  private var facts: [(name: String, text: String)] {
    let information = properties.information
    let all: [(String, String?)] = [
      (tr("File"), session.file?.path), (tr("File size"), size),
      (tr("Created"), information.creationDate?.shown),
      (tr("Changed"), information.modificationDate?.shown),
      (tr("Made with"), information.creator), (tr("PDF made by"), information.producer),
      (tr("PDF version"), version), (tr("Pages"), pages), (tr("Page size"), pageSize),
      (tr("Page labels"), labels), (tr("Protection"), protection),
      (tr("Signatures"), properties.isSigned ? tr("The document is signed") : nil),
    ]
    return all.compactMap { name, text in text.flatMap { $0.isEmpty ? nil : (name, $0) } }
  }

  private var size: String {
    let bytes = properties.fileSize
    return bytes < 10_000 ? trn("%1 byte", "%1 bytes", bytes) : tr("%1 KB", grouped((bytes + 500) / 1000))
  }

  private var version: String {
    properties.pdfAConformance.map { tr("%1, says to be PDF/A-%2", properties.pdfVersion, $0) }
      ?? properties.pdfVersion
  }

  private var pages: String {
    properties.revisionCount > 1
      ? tr(
        "%1, saved %2", grouped(properties.pageCount), trn("%1 time", "%1 times", properties.revisionCount))
      : grouped(properties.pageCount)
  }

  private var pageSize: String? {
    let sizes = session.pageSizes
    guard let first = sizes.first?.size else { return nil }
    let text = Self.text(of: first)
    return sizes.count > 1 ? text + ", " + trn("%1 other size", "%1 other sizes", sizes.count - 1) : text
  }

  /// A size in millimetres, with the name of the paper if it has one.
  private static func text(of size: ViewSize) -> String {
    func millimetres(_ points: Double) -> Int { Int((points * 25.4 / 72).rounded()) }
    let (width, height) = (millimetres(size.width), millimetres(size.height))
    let papers = [
      ("A3", 297, 420), ("A4", 210, 297), ("A5", 148, 210), ("Letter", 216, 279), ("Legal", 216, 356),
    ]
    let name = papers.first { abs($0.1 - min(width, height)) <= 1 && abs($0.2 - max(width, height)) <= 1 }?.0
    let text = tr("%1 × %2 mm", grouped(width), grouped(height))
    return name.map { "\($0), \(text)" } ?? text
  }

  private var labels: String? {
    let texts = properties.pageLabels.prefix(6).map { "\($0.first.text)…" }
    return texts.isEmpty ? nil : texts.joined(separator: " ") + (properties.pageLabels.count > 6 ? " …" : "")
  }

  private var protection: String {
    guard properties.isEncrypted else { return tr("None") }
    guard !properties.isOpenedByOwner else {
      return tr("Encrypted; opened by its owner, who may do anything")
    }
    let names: [(PDFPermissions, String)] = [
      (.printing, tr("printing")), (.changing, tr("changing")), (.copying, tr("copying")),
      (.annotating, tr("annotating")), (.fillingForms, tr("filling in forms")),
      (.assembling, tr("inserting and moving pages")),
    ]
    let refused = names.filter { !properties.permissions.contains($0.0) }.map(\.1)
    return refused.isEmpty
      ? tr("Encrypted; everything is allowed")
      : tr("Encrypted; not allowed: %1", refused.joined(separator: ", "))
  }
}
