import Foundation
import GTKKit
import PostilViewer

/// Looking back, and comparing.
extension EditorCommands {
  /// Whether older states of the file, or another file, are shown in place of the document.
  var isComparing: Bool { session.comparing.state != .inactive }

  /// Whether the document itself is shown and can be edited.
  var showsDocument: Bool {
    if case .ready = session.state { !isComparing } else { false }
  }

  /// Shows what the file was after its saves, or returns to the document.
  func toggleRevisions() {
    guard case .ready = session.state else { return }
    if isComparing { session.comparing.close() } else { session.comparing.openRevisions() }
  }

  /// Asks for another file, and compares the document with it.
  func compare() {
    guard let window, case .ready = session.state else { return }
    Task {
      let file = await FileChooser.open(
        tr("Compare With"), types: Self.types, folder: session.file?.deletingLastPathComponent(), over: window
      )
      if let file { session.comparing.open(file) }
    }
  }

  /// Gives the file the content of the revision that is shown, and says so.
  func restoreRevision() {
    let number = session.comparing.selectedNumber
    let restoring = session.comparing.restore()
    Task {
      guard await restoring.value else { return }
      window?.toast.show(
        tr("Revision %1 was restored; the later ones are still in the file", grouped(number)))
    }
  }

  /// Asks where to write the revision that is shown, and writes it there.
  func copyRevision() {
    guard let window, let file = session.file, session.comparing.selected != nil else { return }
    Task {
      let name = tr(
        "%1 (revision %2)", file.deletingPathExtension().lastPathComponent,
        String(session.comparing.selectedNumber))
      let target = await FileChooser.save(
        tr("Save a Copy"), name: name + ".pdf", types: Self.types, folder: file.deletingLastPathComponent(),
        over: window)
      guard let target else { return }
      await session.comparing.saveCopy(
        to: target.pathExtension.isEmpty ? target.appendingPathExtension("pdf") : target)
    }
  }

  /// Goes to the next match, or the next change, or to the one before.
  func stepOn(_ direction: Int) {
    guard isComparing else { return step(direction) }
    if direction > 0 { session.comparing.next() } else { session.comparing.previous() }
  }

  /// Changes what part of the pages is seen.
  func changeViewport(_ body: (inout PageViewport) -> Void) {
    if isComparing {
      if let shown = session.comparing.shown { body(&shown.viewport) }
    } else {
      body(&session.viewport)
    }
  }
}
