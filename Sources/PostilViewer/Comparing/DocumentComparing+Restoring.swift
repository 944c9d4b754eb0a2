public import Foundation

/// Bringing back what the file was.
extension DocumentComparing {
  /// Whether the revision that is shown can be restored: it is not what the file is now.
  public var canRestore: Bool {
    guard subject == .revisions, let session, !isRestoring, selected != nil else { return false }
    return selectedNumber < revisions.count || session.status.hasUnsavedChanges
  }

  /// Gives the file the content of the revision that is shown, by appending, and opens it again. Unsaved changes are saved before,
  /// so that they stay in the file's history, as all later revisions do. An error becomes the session's message.
  ///
  /// - Returns: Whether it was restored.
  @discardableResult
  public func restore() -> Task<Bool, Never> {
    guard canRestore, let session, let file = session.file, let revision = selected else {
      return Task { false }
    }
    isRestoring = true
    let options = session.options.saving
    let openingOptions = OpenOptions(ignoresPermissions: session.options.opening.ignoresPermissions)
    return Task { [weak self] in
      defer { self?.isRestoring = false }
      await session.idle()
      if session.status.hasUnsavedChanges {
        session.save()
        await session.idle()
        // The session says why.
        guard !session.status.hasUnsavedChanges else { return false }
      }
      guard let document = session.document, session.file == file else { return false }
      do {
        try await self?.reader?.require(revision, of: document)
        try await PDFDocument.restoreRevision(
          revision.number, of: file, password: session.password, openingOptions: openingOptions,
          options: options)
      } catch {
        session.report(error, during: .restoring)
        return false
      }
      guard session.document === document else { return true }
      session.reopen()
      await session.idle()
      return true
    }
  }

  /// Writes the revision that is shown to a file of its own, as it was to the byte. An error becomes the session's message.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func saveCopy(to url: URL) async -> Bool {
    guard subject == .revisions, let session, let document = session.document, let revision = selected,
      let reader
    else { return false }
    do {
      guard Self.path(url) != session.file.map(Self.path) else {
        throw PDFError(.invalidArgument, "That is the document's own file: restore the revision.", url: url)
      }
      try await reader.write(revision.number, of: document, to: url)
      return true
    } catch {
      session.report(error, during: .extracting, of: url)
      return false
    }
  }

  private static func path(_ url: URL) -> String { url.resolvingSymlinksInPath().standardizedFileURL.path }
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
