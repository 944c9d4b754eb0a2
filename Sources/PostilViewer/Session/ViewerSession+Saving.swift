public import Foundation

extension ViewerSession {
  /// Saves, if there is something to save. If that fails, ``message`` has the error and the possible actions; the document stays as it
  /// is.
  ///
  /// - Parameters:
  ///   - url: Another file, which becomes the document's; `nil` for the file that it has.
  ///   - options: How; `nil` for the session's options.
  public func save(to url: URL? = nil, options: SaveOptions? = nil) {
    editor.save(to: url, options ?? self.options.saving)
  }

  /// Saves a copy without the digital signatures of the document, which then is that of the copy: what its certification does not permit
  /// is in the copy, and the signed file stays as it is. If that fails, ``message`` has the error and the possible actions.
  ///
  /// - Parameter url: The file of the copy.
  public func saveWithoutSignatures(to url: URL) {
    save(to: url, options: .rewrite(RewriteOptions(removesSignatures: true)))
  }

  /// Saves if there is something to save, and closes the document.
  ///
  /// - Returns: Whether the document is closed. If not, ``message`` has the error, and nothing is lost: saving failed, or a text
  ///   that is being typed is invalid.
  @discardableResult
  public func done() async -> Bool {
    cancelOpening()
    while let documentActor = editor.documentActor {
      guard editor.finishInput() else { return false }
      await idle()
      guard editor.documentActor === documentActor else { return true }
      // The user may have begun to draw meanwhile.
      if drawing.isDrawing { continue }
      guard status.hasUnsavedChanges else {
        close()
        break
      }
      save()
      await idle()
      guard editor.documentActor === documentActor else { return true }
      if editor.failedSave != nil { return false }
    }
    await flushSettings()
    return true
  }

  // MARK: - Messages

  /// Performs an action of ``message``, or if there is none, of the message of ``State/failed(_:)``.
  ///
  /// - Returns: `false` if the view has to perform it, since it needs a file or a password from the user.
  @discardableResult
  public func perform(_ action: ViewerMessage.Action) -> Bool {
    switch action {
    case .saveElsewhere, .saveUnsigned, .openAnother, .enterPassword: return false
    case .overwrite: saveAgain { $0.allowsOverwritingChangedFile = true }
    case .breakSignature: saveAgain { $0.allowsBreakingSignatures = true }
    case .reload: reload()
    case .showMissingField:
      message = nil
      formFilling.focusMissing()
    case .tryAgain: told.map(tryAgain)
    case .dismiss: if message == nil, told != nil { state = .empty } else { message = nil }
    }
    return true
  }

  /// The message that is shown.
  private var told: ViewerMessage? {
    if message == nil, case .failed(let failure) = state { failure } else { message }
  }

  private func tryAgain(_ told: ViewerMessage) {
    message = nil
    switch told.activity {
    // Trying again after the file was deleted writes it again.
    case .saving: saveAgain(puttingBack: told.code == .fileNotFound)
    case .opening: reload()
    case .searching: search.restart()
    case .showing:
      pageDisplay.refresh(Set(viewport.visiblePages.map(\.page)))
    case .editing, .filling, .printing, .inserting, .extracting, .journaling, .redacting, .comparing,
      .restoring:
      break
    }
  }

  /// Repeats the save that failed, to the same file and with the same options.
  private func saveAgain(puttingBack: Bool = false, _ allow: (inout SaveOptions) -> Void = { _ in }) {
    var (url, options) = editor.failedSave ?? (nil, self.options.saving)
    allow(&options)
    editor.save(to: url, options, puttingBack: puttingBack)
  }
}
