import GTKKit
import PostilViewer

/// Redaction.
extension EditorCommands {
  /// Adds the actions that mark for redaction and remove content for good.
  func addRedactionActions(to window: EditorWindow) {
    let marking = Action("mark-redaction") { [unowned self] in session.textSelection.markForRedaction() }
    let matches = Action("redact-matches") { [unowned self] in
      Task {
        _ = await self.markForRedaction(.text(self.session.search.text, options: self.session.search.options))
      }
    }
    let dialogs = [
      Action("redact-find") { [unowned self, unowned window] in RedactionSearchDialog.show(self, over: window)
      },
      Action("redact") { [unowned self, unowned window] in RedactionDialog.show(.marks, self, over: window) },
      Action("scrub") { [unowned self, unowned window] in
        RedactionDialog.show(.hiddenData, self, over: window)
      },
    ]
    for action in [marking, matches] + dialogs { window.add(action) }
    window.observe { [unowned self] in
      let isReady = if case .ready = session.state { true } else { false }
      for action in dialogs { action.isEnabled = isReady }
      marking.isEnabled = !session.textSelection.isEmpty
      matches.isEnabled = session.search.matchCount > 0
    }
  }

  /// Marks everything that is found, and shows a toast with a button to undo that.
  ///
  /// - Returns: How many marks were added; `nil` if that failed.
  func markForRedaction(_ query: RedactionQuery) async -> Int? {
    do {
      let count = try await session.markForRedaction(query)
      if count > 0 {
        window?.toast.show(
          trn("%1 place marked for redaction", "%1 places marked for redaction", count), button: tr("Undo")
        ) { [weak self] in self?.undo() }
      }
      return count
    } catch {
      session.report(error, during: .redacting, of: session.file)
      return nil
    }
  }

  /// The menu of all of it.
  static var redactionMenu: Menu {
    Menu([
      [(tr("Mark Everything That…"), "win.redact-find"), (tr("Apply Redactions…"), "win.redact")],
      [(tr("Remove Hidden Information…"), "win.scrub")],
    ])
  }
}
