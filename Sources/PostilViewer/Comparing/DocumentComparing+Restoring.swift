public import Foundation

/// Bringing back what the file was.
extension DocumentComparing {
  /// Whether the revision that is shown can be restored: it is not what the file is now.
  public var canRestore: Bool {
    guard subject == .revisions, !isRestoring, selected != nil else { return false }
    return selectedNumber < revisions.count || editor.status.hasUnsavedChanges
  }

  /// Gives the file the content of the revision that is shown, by appending, and opens it again. Unsaved changes are saved before,
  /// so that they stay in the file's history, as all later revisions do. An error becomes the session's message.
  ///
  /// - Returns: Whether it was restored.
  @discardableResult
  public func restore() -> Task<Bool, Never> {
    guard canRestore, let file = editor.file, let revision = selected else {
      return Task { false }
    }
    isRestoring = true
    let (saving, opening) = (options.saving, options.opening)
    return Task { [weak self, editor, reader] in
      defer { self?.isRestoring = false }
      await editor.idle()
      if editor.status.hasUnsavedChanges {
        editor.save(saving)
        await editor.idle()
        // The session says why.
        guard !editor.status.hasUnsavedChanges else { return false }
      }
      guard let document = editor.document, editor.file == file else { return false }
      do {
        try await reader?.require(revision, of: document)
        try await PDFDocument.restoreRevision(
          revision.number, of: file, password: editor.password,
          openingOptions: OpenOptions(ignoresPermissions: opening.ignoresPermissions), options: saving)
      } catch {
        editor.report(error, during: .restoring)
        return false
      }
      guard editor.document === document else { return true }
      await self?.reopen()
      return true
    }
  }

  /// Writes the revision that is shown to a file of its own, as it was to the byte. An error becomes the session's message.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func saveCopy(to url: URL) async -> Bool {
    guard subject == .revisions, let document = editor.document, let revision = selected,
      let reader
    else { return false }
    do {
      guard Self.path(url) != editor.file.map(Self.path) else {
        throw PDFError(.invalidArgument, "That is the document's own file: restore the revision.", url: url)
      }
      // Opening a revision reads the file: not on the main actor.
      try await reader.revision(revision.number, of: document).write(to: url)
      return true
    } catch {
      editor.report(error, during: .extracting, of: url)
      return false
    }
  }

  private nonisolated static func path(_ url: URL) -> String {
    url.resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension ComparisonReader {
  /// - Throws: ``PDFError`` with code `.cannotAppend` if the file does not begin with a revision any more, since saving it wrote it
  ///   anew.
  fileprivate func require(_ revision: DocumentRevision, of document: PDFDocument) throws {
    guard let now = try? document.revision(revision.number), now.fileSize == revision.length else {
      throw PDFError(.cannotAppend, "Saving the changes wrote the file anew, without its older states.")
    }
  }
}
