import Foundation
import PostilModel

/// A group of edits that stays open between calls, for a stroke of an eraser that shows what it rubs out at once. Others
/// end it by undoing or redoing, not by saving; their own edits are steps of their own.
package struct EditGroup: Sendable, Hashable {
  /// The group's number: no other has it.
  let number: Int
}

/// What came of edits that were to be made in a group.
package enum EditGroupOutcome: Sendable, Hashable {
  /// They were made; the page has that version now.
  case done(version: Int)
  /// They were not made: the group was ended by others.
  case groupIsOver
  /// They were not made: others edited the page.
  case pageIsOther
}

extension PDFDocument {
  /// How often a page was edited since the document was opened, edits that were undone and undoing included: it only
  /// rises.
  package func version(of page: PageID) -> Int { core.withLock { $0.version(of: page) } }

  /// How often the document was saved since it was opened.
  package var saveCount: Int { core.withLock { $0.saveCount } }

  /// Whether a save is being carried out: the file may have been replaced already.
  package var isSaving: Bool { core.withLock { $0.savesInProgress > 0 } }

  /// Begins a group. One that was open is ended.
  package func openGroup(named name: String) -> EditGroup {
    withJournal { EditGroup(number: $0.beginGroup(named: name)) }
  }

  /// Applies edits of a page if a group is still open and the page has still a version.
  ///
  /// - Throws: ``PDFError`` if one does not fit; then none is made.
  package func apply(
    _ edits: [Edit], in group: EditGroup, to page: PageID, version: Int
  ) throws -> EditGroupOutcome {
    func obstacle(_ core: DocumentCore) -> EditGroupOutcome? {
      guard core.history.openGroup == group.number else { return .groupIsOver }
      return core.version(of: page) == version ? nil : .pageIsOther
    }
    while true {
      if let obstacle = core.withLock({ obstacle($0) }) { return obstacle }
      let prepared = try prepare { _ in edits }
      let outcome = try withCore { core -> EditGroupOutcome? in
        if let obstacle = obstacle(core) { return obstacle }
        guard try core.apply(prepared, named: nil, inGroup: true) else { return nil }
        return .done(version: core.version(of: page))
      }
      if let outcome { return outcome }
    }
  }

  /// Ends a group, unless others did.
  package func end(_ group: EditGroup) {
    withJournal { $0.endGroup(group.number) }
  }

  /// Ends a group and takes its edits back, also if others ended it, as far as nothing was done since.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back.
  package func cancel(_ group: EditGroup) throws { try withCore { try $0.cancelGroup(group.number) } }
}

/// How a document is at a moment, all of it of the same one.
package struct DocumentStatus: Sendable {
  package let state: DocumentState
  /// How often each page was edited, as far as it was.
  package let versions: [PageID: Int]
  package let url: URL?
  package let canUndo: Bool
  package let canRedo: Bool
  package let undoName: String?
  package let redoName: String?
  package let hasUnsavedChanges: Bool
}

extension PDFDocument {
  /// How the document is now.
  package var currentStatus: DocumentStatus {
    core.withLock { core in
      DocumentStatus(
        state: core.state, versions: core.versions, url: core.url, canUndo: core.history.canUndo,
        canRedo: core.history.canRedo, undoName: core.history.undoName, redoName: core.history.redoName,
        hasUnsavedChanges: core.history.hasUnsavedChanges)
    }
  }
}
