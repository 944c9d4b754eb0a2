import PostilModel

/// A group of edits that may be ended by others before who began it is done.
package struct EditGroup: Sendable, Hashable {
  /// The group's number: no other has it.
  let number: Int
  /// How many edits it held when it was begun: not 0 only if it is part of somebody else's.
  let start: Int
  /// Whether it is a group of its own, and not part of somebody else's.
  let isWhole: Bool
}

/// What came of edits that were to be made in a group.
package enum EditGroupOutcome: Sendable, Hashable {
  /// They were made; the page has that version now.
  case done(version: Int)
  /// They were not made: somebody else ended the group, by saving, undoing or redoing.
  case groupIsOver
  /// They were not made: somebody else edited the page.
  case pageIsOther
}

extension PDFDocument {
  /// How often a page was edited since the document was opened, edits that were undone and undoing included: it only
  /// rises. Waits for nobody.
  package func version(of page: PageID) -> Int { pageVersions[page] }

  /// How the document is, and the versions of the pages that were edited, all of one moment.
  package var versionedState: (state: DocumentState, versions: [PageID: Int]) {
    session.withLock { ($0.state, $0.pageVersions.all) }
  }

  /// How often the document was saved since it was opened.
  package var saveCount: Int { session.withLock { $0.saveCount } }

  /// Begins a group, as ``beginGroup(named:)``.
  package func openGroup(named name: String) -> EditGroup {
    session.withLock { session in
      let isWhole = session.history.openGroup == nil
      session.history.beginGroup(named: name)
      return EditGroup(
        number: session.history.openGroup ?? 0, start: session.history.openEditCount, isWhole: isWhole)
    }
  }

  /// Applies edits of a page if a group is still open and the page has still a version.
  ///
  /// - Throws: ``PDFError`` if one does not fit; then none is made.
  package func apply(
    _ edits: [Edit], in group: EditGroup, to page: PageID, version: Int
  ) throws -> EditGroupOutcome {
    try session.withLock { session in
      guard session.history.openGroup == group.number else { return .groupIsOver }
      guard session.pageVersions[page] == version else { return .pageIsOther }
      try session.apply(edits, named: nil)
      return .done(version: session.pageVersions[page])
    }
  }

  /// Ends a group, unless others did.
  package func end(_ group: EditGroup) {
    session.withLock { session in
      if session.history.openGroup == group.number { session.history.endGroup() }
    }
  }

  /// Ends a group and takes its edits back, also if others ended it and nothing was done since.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back.
  package func cancel(_ group: EditGroup) throws {
    try session.withLock { session in
      if session.history.openGroup == group.number {
        try session.cancelGroup(keeping: group.start)
      } else if group.isWhole, session.history.openGroup == nil, session.history.newestGroup == group.number {
        _ = try session.undo()
      }
    }
  }
}
