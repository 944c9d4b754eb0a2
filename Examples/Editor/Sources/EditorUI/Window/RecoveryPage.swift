import Foundation
import GTKKit
import PostilViewer

/// Asks what to do with edits that were not saved when the editor ended.
final class RecoveryPage: Box {
  private let title = Label()
  private let detail = Label()
  private let recover = Button(tr("Recover"))

  init(_ session: ViewerSession) {
    super.init(.vertical, spacing: 16)
    setClass("notice")
    (alignX, alignY) = (.center, .center)
    margin = 24
    let icon = Image(icon: "document-revert-symbolic", size: 64)
    icon.setClass("dim-label")
    title.setClass("heading")
    for label in [title, detail] {
      label.wraps = true
      label.breaksWords()
      label.centerLines()
      label.maximumLetters = 40
    }
    let postpone = Button(tr("Open Without Them"))
    let discard = Button(tr("Discard"))
    recover.setClass("suggested-action")
    discard.setClass("destructive-action")
    let buttons = Box(.vertical, spacing: 12, [recover, postpone, discard])
    for child in [icon, title, detail, buttons] { append(child) }
    recover.onClick { session.submit(.recover) }
    postpone.onClick { session.submit(.postpone) }
    discard.onClick { [unowned self] in confirmDiscarding(session) }
    addShortcut("Escape") {
      session.cancelOpening()
      return true
    }
    for (name, widget) in [("recover", recover), ("postpone", postpone), ("discard", discard)]
      as [(String, Widget)]
    {
      WidgetNames.name(widget, "recovery.\(name)")
    }
  }

  private func confirmDiscarding(_ session: ViewerSession) {
    guard let window else { return }
    let state = session.state
    Task {
      let answer = await MessageDialog.ask(
        tr("Discard the changes?"), detail: tr("They cannot be recovered after that."),
        choices: [.init(tr("Cancel")), .init(tr("Discard"), .destructive)], over: window)
      if answer == 1, session.state == state { session.submit(.discard) }
    }
  }

  /// Focuses the button that recovers them.
  func focus() { recover.grabFocus() }

  /// Shows which document it is.
  func show(_ fileName: String, stepCount: Int, date: Date, isFileChanged: Bool) {
    title.text = tr("“%1” has changes that were not saved", fileName)
    detail.text = trn(
      "%1 step was made and not saved.", "%1 steps were made and not saved.", stepCount)
    detail.text += " " + tr("The last of them: %1.", date.shown)
    if isFileChanged {
      detail.text +=
        " " + tr("Another program changed the file since: what is recovered is to be saved to another one.")
    }
  }
}
