import Foundation
import Observation

/// The document that is open, as views know it, and the queue of work on it: edits and saves are made in the background, in the
/// order of the calls.
///
/// Whatever edits the document has this, and nothing that is above it. Changes arrive as snapshots (``apply(_:)``), whether they were
/// made here or by other code.
@MainActor @Observable final class DocumentEditor {
  private(set) var status = EditingStatus()
  private(set) var isSaving = false
  private(set) var file: URL?
  var pages: [PageID] = []
  /// The last error that was not dismissed.
  var message: ViewerMessage?
  /// The author of what is added.
  var author: String?

  @ObservationIgnored private(set) var documentActor: DocumentActor?
  @ObservationIgnored private(set) var state: DocumentState?
  /// What opened the file; `nil` if it took none.
  @ObservationIgnored private(set) var password: String?
  @ObservationIgnored private(set) var pageVersions: [PageID: Int] = [:]
  @ObservationIgnored private var snapshotNumber = 0
  @ObservationIgnored private var isJournalFailureTold = false
  @ObservationIgnored private var isConflictTold = false
  /// Tasks that live as long as the document is open.
  @ObservationIgnored private(set) var watches: [Task<Void, Never>] = []

  /// Opens a document; work that is enqueued meanwhile does not wait for it, ``idle()`` does.
  @ObservationIgnored var opening: Task<Void, Never>?
  /// The end of the queue of work; each task waits for the one before.
  @ObservationIgnored private var tail: Task<Void, Never>?
  /// How many edits and saves are enqueued and not done.
  @ObservationIgnored private(set) var pendingEdits = 0
  @ObservationIgnored private var pendingSaves = 0
  /// Whether the last edit that was enqueued may be one step of undo with the next.
  @ObservationIgnored private var isInEditRun = false
  /// The last save, which may be of a document that was closed since.
  @ObservationIgnored var lastSave: Task<Void, Never>?
  /// The target and the options of the last save if it failed.
  @ObservationIgnored private(set) var failedSave: (url: URL?, options: SaveOptions)?

  /// Commits what is being drawn, typed or entered: see ``finishInput()``.
  @ObservationIgnored var onFinishInput: () -> Bool = { true }
  /// Called when the document has changed, with its state before and the pages that may look different.
  @ObservationIgnored var onChange:
    (_ old: DocumentState, _ new: DocumentState, _ edited: Set<PageID>) -> Void =
      { _, _, _ in }
  /// Called when the document was saved.
  @ObservationIgnored var onSave: () -> Void = {}

  deinit {
    opening?.cancel()
    for watch in watches { watch.cancel() }
  }

  /// The document; `nil` if none is open.
  var document: PDFDocument? { documentActor?.document }

  /// Whether something of the document is not in its file yet.
  var isUnsaved: Bool { documentActor != nil && (status.hasUnsavedChanges || pendingEdits > 0 || isSaving) }

  // MARK: - The document

  /// Takes a document that was opened.
  ///
  /// - Parameter pause: The time between checks whether another program changed the file; `nil` to never check.
  func open(
    _ documentActor: DocumentActor, _ snapshot: DocumentSnapshot, _ file: URL, password: String?,
    checkingEvery pause: Duration?
  ) {
    (self.documentActor, self.file, self.password) = (documentActor, file, password)
    (state, status, pages) = (snapshot.state, snapshot.status, snapshot.state.pages)
    (snapshotNumber, pageVersions) = (snapshot.number, snapshot.versions)
    watch(documentActor)
    if let pause { watchFile(documentActor, every: pause) }
  }

  /// Has no document any more. Unsaved changes are lost.
  func close() {
    for watch in watches { watch.cancel() }
    (documentActor, state, file, password, message) = (nil, nil, nil, nil, nil)
    (watches, pages, status) = ([], [], EditingStatus())
    (isJournalFailureTold, isConflictTold) = (false, false)
    // Pending work belongs to the document that was closed.
    (pendingEdits, pendingSaves, isSaving, failedSave) = (0, 0, false, nil)
  }

  /// Applies changes that other code makes to the document.
  private func watch(_ documentActor: DocumentActor) {
    watches.append(
      Task { [weak self] in
        for await snapshot in await documentActor.snapshots() {
          guard !Task.isCancelled, let self else { return }
          self.apply(snapshot)
        }
      })
  }

  /// Polls the file, and reports when another program changes or deletes it.
  private func watchFile(_ documentActor: DocumentActor, every pause: Duration) {
    watches.append(
      Task { [weak self] in
        while true {
          try? await Task.sleep(for: pause)
          guard !Task.isCancelled else { return }
          guard let change = await documentActor.fileChange() else { continue }
          guard !Task.isCancelled, let self else { return }
          let code: PDFError.Code = change == .deleted ? .fileNotFound : .fileChanged
          self.report(PDFError(code, "Another program did that.", url: self.file), during: .showing)
        }
      })
  }

  /// Updates what is known of the document from a snapshot.
  func apply(_ snapshot: DocumentSnapshot) {
    // Ignore snapshots that arrive late: a later one includes all changes.
    guard let old = state, snapshot.number > snapshotNumber else { return }
    let edited = snapshot.editedPages(since: pageVersions)
    (snapshotNumber, state, pageVersions) = (snapshot.number, snapshot.state, snapshot.versions)
    if status != snapshot.status { status = snapshot.status }
    if file != snapshot.url { file = snapshot.url }
    tell(snapshot.journalFailure)
    tell(conflict: snapshot.signatureConflict)
    if old.pages != snapshot.state.pages { pages = snapshot.state.pages }
    onChange(old, snapshot.state, edited)
  }

  /// Tells once that what is not saved cannot be recovered any more.
  private func tell(_ journalFailure: PDFError?) {
    guard let journalFailure, !isJournalFailureTold else { return }
    isJournalFailureTold = true
    // Another message is about what somebody waits for.
    if message == nil { report(journalFailure, during: .journaling) }
  }

  /// Tells when changes begin to be such as a certification or a lock does not permit: before hours of work are put into what can only be
  /// saved elsewhere. The message goes once they are undone.
  private func tell(conflict: PDFError?) {
    guard let conflict else {
      if isConflictTold, message?.isAboutSignature == true { message = nil }
      return isConflictTold = false
    }
    // Another message is about what somebody waits for, and this one comes after it.
    guard !isConflictTold, message == nil else { return }
    isConflictTold = true
    report(conflict, during: .editing)
  }

  /// Makes an error the message, unless it is a `CancellationError`.
  func report(_ error: any Error, during activity: ViewerMessage.Activity) {
    report(error, during: activity, of: file)
  }

  func report(_ error: any Error, during activity: ViewerMessage.Activity, of file: URL?) {
    guard !(error is CancellationError) else { return }
    message = ViewerMessage(error, during: activity, file: file)
  }

  // MARK: - Work

  /// Waits until all work that was enqueued is done: files are opened, edits made, saves finished.
  func idle() async {
    var seen: Set<Task<Void, Never>> = []
    while let task = [opening, tail, lastSave].compactMap(\.self).first(where: { !seen.contains($0) }) {
      await task.value
      seen.insert(task)
    }
  }

  /// Performs work on the document actor, after all work that was enqueued before.
  ///
  /// - Parameter run: The run of edits that it belongs to; `nil` if it is a step of undo of its own.
  func enqueue<Success: Sendable>(
    _ activity: ViewerMessage.Activity, inRun run: EditRun? = nil,
    _ body: @escaping @Sendable (isolated DocumentActor) throws -> Success,
    then: @escaping @MainActor (Result<Success, any Error>) -> Void = { _ in }
  ) {
    guard let documentActor else { return }
    if activity.isEdit {
      pendingEdits += 1
      isInEditRun = run != nil
    }
    tail = Task { [tail] in
      await tail?.value
      let (result, snapshot) = await documentActor.perform(inRun: run != nil || !activity.isEdit, body)
      guard self.documentActor === documentActor else { return }
      if activity.isEdit { pendingEdits -= 1 }
      self.apply(snapshot)
      if case .failure(let error) = result { self.report(error, during: activity) }
      then(result)
    }
  }

  /// Makes the work that is enqueued next wait for a task that may enqueue work itself.
  func enqueue(_ task: Task<Void, Never>) {
    tail = Task { [tail] in
      await tail?.value
      await task.value
    }
  }

  // MARK: - Edits

  /// Commits what is being drawn, typed or entered into the form; a field of the form goes on being edited.
  ///
  /// - Returns: Whether nothing is left: `false` if a text is invalid and has to be changed first; ``message`` says why.
  @discardableResult
  func finishInput() -> Bool { onFinishInput() }

  /// The document once all edits are made, also those that are being drawn, typed or entered.
  ///
  /// - Throws: ``PDFError`` with code `.noFile` if no document is open.
  func settled() async throws -> DocumentActor {
    finishInput()
    await idle()
    guard let documentActor else { throw PDFError(.noFile, "No document is open: open one first.") }
    return documentActor
  }

  /// Makes an edit, after what is being drawn, typed or entered.
  ///
  /// - Parameter failure: What the task returns if the edit fails.
  @discardableResult
  func edit<Result: Sendable>(
    orElse failure: Result, _ edit: @escaping @Sendable (PDFDocument) throws -> Result
  ) -> Task<Result, Never> {
    let outcome = EditOutcome(failure)
    finishInput()
    enqueue(.editing) {
      try edit($0.document)
    } then: {
      if case .success(let result) = $0 { outcome.value = result }
    }
    return Task { [tail] in
      await tail?.value
      return outcome.value
    }
  }

  /// Changes annotations of a page, in one step of undo with the edits of the same kind just before.
  func editInRun(
    _ run: EditRun, named name: String, on page: PageID,
    _ change: @escaping @Sendable ([Annotation]) -> [Annotation]
  ) {
    enqueue(.editing, inRun: run) { try $0.edit(inRun: run, named: name, on: page, change) }
  }

  /// Ends the run of edits: the next edit is a step of undo of its own.
  func endEditRun() {
    guard documentActor != nil, isInEditRun else { return }
    enqueue(.editing) { _ in }
  }

  // MARK: - Saving

  /// Saves what is edited so far; later edits are made while the file is written. If that fails, ``message`` has the error.
  ///
  /// - Parameters:
  ///   - url: The file; `nil` for the document's own.
  ///   - options: How.
  ///   - puttingBack: Whether to write a file again that was deleted.
  func save(to url: URL? = nil, _ options: SaveOptions, puttingBack: Bool = false) {
    guard let documentActor else { return }
    (message, failedSave, isSaving) = (nil, nil, true)
    // What it says of an invalid text stays. The rest is saved.
    finishInput()
    pendingSaves += 1
    let snapshot = Task { [tail] in
      await tail?.value
      return documentActor.document.snapshotForSaving
    }
    tail = Task { _ = await snapshot.value }
    lastSave = Task { [lastSave] in
      await lastSave?.value
      let result = await documentActor.save(await snapshot.value, to: url, options, puttingBack: puttingBack)
      let now = await documentActor.snapshot()
      guard self.documentActor === documentActor else { return }
      apply(now)
      pendingSaves -= 1
      isSaving = pendingSaves > 0
      switch result {
      case .success:
        if message?.activity == .saving { message = nil }
        onSave()
      case .failure(let error):
        report(error, during: .saving)
        failedSave = (url, options)
      }
    }
  }
}

/// What an edit led to.
@MainActor private final class EditOutcome<Value: Sendable> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
