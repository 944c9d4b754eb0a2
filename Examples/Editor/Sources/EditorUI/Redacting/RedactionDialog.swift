import Foundation
import GTKKit
import PostilViewer

/// Applies redaction marks, or removes hidden information: shows what will go, writes the file without it, and says what came of it.
final class RedactionDialog: Window {
  let job: RedactionJob
  private let session: ViewerSession
  private unowned let commands: EditorCommands
  private let content = Box(.vertical, spacing: 12)
  private let summary = RedactionDialog.text()
  let kinds: HiddenDataList
  let signatures = CheckButton(tr("Remove the digital signatures"))
  private let password = PasswordField(password: tr("Password of the new file; empty for none"))
  let newFile = CheckButton(tr("Write a new file"))
  let sameFile = CheckButton(tr("Replace this file"))
  private let warning = RedactionDialog.text(
    tr("What is removed cannot be brought back: the file will have no earlier revisions and no undo history.")
  )
  private let choices = Box(.vertical, spacing: 10)
  let outcome = RedactionOutcome()
  private let progress = ProgressBar(name: tr("How much is done"))
  let cancel = Button(tr("Cancel"))
  let apply: Button

  /// Shows the dialog, and looks what will go.
  @discardableResult
  static func show(_ kind: RedactionJob.Kind, _ commands: EditorCommands, over parent: Window)
    -> RedactionDialog
  {
    let dialog = RedactionDialog(kind, commands, over: parent)
    dialog.present()
    dialog.cancel.grabFocus()
    // What it offers to undo may be gone soon.
    commands.window?.toast.hide()
    dialog.job.examine()
    return dialog
  }

  private init(_ kind: RedactionJob.Kind, _ commands: EditorCommands, over parent: Window) {
    (session, self.commands) = (commands.session, commands)
    job = RedactionJob(kind, of: session)
    kinds = HiddenDataList(job)
    apply = Button(kind == .marks ? tr("Apply…") : tr("Remove…"))
    super.init()
    title = kind == .marks ? tr("Apply Redactions") : tr("Remove Hidden Information")
    makeDialog(of: parent)
    isResizable = false
    fill()
    connect()
    observe { [unowned self] in follow() }
  }

  static func text(_ text: String = "") -> Label {
    let label = Label(text)
    label.wraps = true
    label.textAlignment = 0
    label.maximumLetters = 56
    return label
  }

  private func fill() {
    content.margin = 20
    summary.setClass("heading")
    warning.setClass("dim-label")
    sameFile.join(newFile)
    newFile.isActive = true
    password.nameInside(tr("Password of the new file; empty for none"))
    for part in [kinds, signatures, password, Separator(.horizontal), newFile, sameFile, warning] as [Widget]
    {
      choices.append(part)
    }
    for button in [cancel, apply] { button.expandsWidth = true }
    apply.setClass("destructive-action")
    let buttons = Box(.horizontal, spacing: 12, [cancel, apply])
    buttons.isHomogeneous = true
    for part in [summary, choices, outcome, progress, buttons] as [Widget] { content.append(part) }
    let scrolled = ScrolledWindow(content)
    scrolled.fitsContent(upTo: 640)
    setContent(scrolled)
    for (name, widget) in [
      ("apply", apply), ("cancel", cancel), ("new-file", newFile), ("same-file", sameFile),
    ] as [(String, Widget)] { WidgetNames.name(widget, "redaction.\(name)") }
  }

  private func connect() {
    signatures.onToggle { [unowned self] in job.removesSignatures = signatures.isActive }
    password.onChange { [unowned self] in job.password = password.text }
    cancel.onClick { [unowned self] in leave() }
    apply.onClick { [unowned self] in goOn() }
    outcome.onPage = { [unowned self] index in
      session.viewport.go(to: index)
      end()
    }
    addShortcut("Escape", .window) { [unowned self] in
      leave()
      return true
    }
    onClose { [unowned self] in
      leave()
      return true
    }
    on("destroy") { [unowned self] in job.cancel() }
  }

  /// Stops writing; else closes the dialog.
  private func leave() { if job.state == .writing { job.cancel() } else { end() } }

  private func end() {
    job.cancel()
    destroy()
  }

  // MARK: - Writing

  /// Asks for the file and writes it, or opens what was written.
  private func goOn() {
    if case .written(_, let file) = job.state {
      end()
      if session.file != file { commands.openWindow(file) }
      return
    }
    Task { [weak self] in
      guard let self else { return }
      if sameFile.isActive { return await replace() }
      let name = session.file?.deletingPathExtension().lastPathComponent ?? tr("Document")
      let suggested = job.kind == .marks ? tr("%1 (redacted)", name) : tr("%1 (cleaned)", name)
      let file = await FileChooser.save(
        title, name: suggested + ".pdf", types: EditorCommands.types,
        folder: session.file?.deletingLastPathComponent(), over: self)
      guard isVisible, var file else { return }
      if file.pathExtension.isEmpty { file.appendPathExtension("pdf") }
      if commands.window?.shows(file) == true { await replace() } else { job.write(to: file) }
    }
  }

  private func replace() async {
    let answer = await MessageDialog.ask(
      tr("Replace “%1”?", session.file?.lastPathComponent ?? tr("Document")),
      detail: tr("The file as it is now will be lost, with everything that is removed from it."),
      choices: [.init(tr("Cancel")), .init(tr("Replace"), .destructive)], over: self)
    if answer == 1, isVisible { job.write(to: nil) }
  }

  // MARK: - Showing

  private func follow() {
    summary.text = summaryText
    summary.isVisible = !summary.text.isEmpty
    progress.isVisible = job.isWorking
    progress.fraction = job.progress
    var isOver = false
    if case .written = job.state { isOver = true }
    choices.isVisible = !isOver
    choices.isEnabled = job.state != .writing
    signatures.isVisible = job.isSigned
    password.isVisible = job.isEncrypted
    outcome.show(job, ofFile: session.file)
    apply.isEnabled = job.canWrite || isOver
    cancel.text = isOver ? tr("Close") : tr("Cancel")
    guard case .written(_, let file) = job.state else { return }
    apply.setClass("destructive-action", false)
    apply.setClass("suggested-action")
    apply.text = tr("Open the New File")
    // It was opened in place of the other.
    apply.isVisible = !isSame(file)
  }

  private func isSame(_ file: URL) -> Bool { commands.window?.shows(file) == true }

  private var summaryText: String {
    switch job.state {
    case .written: return ""
    case .writing: return tr("Removing, and checking that nothing is left…")
    case .ready, .examining, .refused: break
    }
    guard job.kind == .marks else {
      return job.hiddenDataCounts == nil && job.isWorking
        ? tr("Looking at what the document holds…") : tr("What is not seen on the pages:")
    }
    guard let count = job.markCount else { return tr("Looking at what will be removed…") }
    guard count > 0 else { return tr("No redaction marks. Mark what is to be removed first.") }
    let marks =
      trn("%1 mark", "%1 marks", count) + " " + trn("on %1 page", "on %1 pages", job.markedPageCount)
    guard let report = job.report else {
      return job.isWorking ? marks + "\n" + tr("Looking at what will be removed…") : marks
    }
    return marks + "\n" + tr("Will be removed for good: %1.", RedactionOutcome.list(report, besides: count))
  }
}
