import PostilModel

extension PDFDocument {
  // MARK: - Transactions

  /// Makes edits that belong together: all of them become one step of undo, or, if `body` throws, none of them is made.
  ///
  /// `body` edits through the transaction that it is given, a private copy of the document. What others change meanwhile
  /// stays; if the transaction read it or changes it too, it fails with `.editConflict`, and none of its edits is made.
  /// Annotations that it adds on top, and turns of pages, never conflict.
  ///
  /// ```swift
  /// try document.edit("Mark Up") { edit in
  ///   try edit.add(annotation, to: page.id)
  ///   try edit.rotatePages([page.id], by: .clockwise90)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What a menu calls it after "Undo"; by default the first edit's name.
  ///   - body: Makes the edits.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``PDFError`` with code `.editConflict`.
  @discardableResult
  public func edit<Result>(_ name: String? = nil, _ body: (EditTransaction) throws -> Result) throws -> Result
  {
    let transaction = EditTransaction(self)
    defer { _ = transaction.finish() }
    let result = try body(transaction)
    try commit(transaction, named: name)
    return result
  }

  /// Makes edits that belong together, with an asynchronous body: see ``edit(_:_:)``.
  /// No lock is held meanwhile.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: (EditTransaction) async throws -> sending Result
  ) async throws -> Result {
    let transaction = EditTransaction(self)
    let result: Result
    do {
      result = try await body(transaction)
    } catch {
      _ = transaction.finish()
      throw error
    }
    try commit(transaction, named: name)
    return result
  }

  /// Makes edits that take long on a thread of its own. If the task is canceled before they are made, none of them is.
  func editInBackground<Result: Sendable>(
    _ name: String?, _ body: @escaping @Sendable (EditTransaction) throws -> Result
  ) async throws -> Result {
    try await cancellable(on: Self.opening) { monitor in
      try self.edit(name) { edit in
        let result = try body(edit)
        try monitor.checkCancellation()
        return result
      }
    }
  }

  /// Finds something out that takes long on a thread of its own. A task that is canceled goes on at once.
  ///
  /// - Parameter body: Given what throws `CancellationError` if the task was canceled, to be called now and then.
  func inBackground<Result: Sendable>(
    _ body: @escaping @Sendable (_ checkCancellation: @escaping @Sendable () throws -> Void) throws -> Result
  ) async throws -> Result {
    try await Self.opening.resultUnlessCancelled(body)
  }

  private func commit(_ transaction: EditTransaction, named name: String?) throws {
    let outcome = transaction.finish()
    try withCore { try $0.commit(outcome, named: name) }
  }

  // MARK: - Edits

  /// Applies edits, in order, as one step of undo.
  ///
  /// - Parameters:
  ///   - edits: What to do.
  ///   - name: What a menu calls it after "Undo"; `nil`: the first edit's name.
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied.
  public func apply(_ edits: [Edit], named name: String?) throws(PDFError) {
    try PDFError.only { try apply(named: name) { _ in edits } }
  }

  // MARK: - Undo

  /// Takes back the newest step. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back, because the file can no longer be read; then nothing changes.
  @discardableResult
  public func undo() throws(PDFError) -> Bool { try PDFError.only { try withCore { try $0.undo() } } }

  /// Does the step again that was undone last. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError``, as ``undo()``.
  @discardableResult
  public func redo() throws(PDFError) -> Bool { try PDFError.only { try withCore { try $0.redo() } } }

  /// Whether there is something to undo.
  public var canUndo: Bool { core.withLock { $0.history.canUndo } }
  /// Whether there is something to redo.
  public var canRedo: Bool { core.withLock { $0.history.canRedo } }
  /// What undo would take back, as a menu names it.
  public var undoName: String? { core.withLock { $0.history.undoName } }
  /// What redo would do again, as a menu names it.
  public var redoName: String? { core.withLock { $0.history.redoName } }

  /// How many steps can be undone at the most; 1,000 unless set.
  public var undoLimit: Int {
    get { core.withLock { $0.history.limit } }
    set { core.withLock { $0.history.limit = newValue } }
  }

  /// How much memory what can be undone may take, estimated, in bytes; 64 MB unless set. Older steps are forgotten; the
  /// newest can always be undone.
  public var undoByteLimit: Int {
    get { core.withLock { $0.history.byteLimit } }
    set { core.withLock { $0.history.byteLimit = newValue } }
  }

  /// Whether the document differs from what was last saved. Undoing back to that state makes it `false` again.
  public var hasUnsavedChanges: Bool { core.withLock { $0.history.hasUnsavedChanges } }

  // MARK: - The core

  /// Does something with the core. What it lacks of the file is read in between, and `body` called again.
  func withCore<Result>(_ body: (inout DocumentCore) throws -> Result) throws -> Result {
    while true {
      do {
        return try withJournal(body)
      } catch let missing as DocumentCore.MissingSource {
        core.withLock { $0.restarts += 1 }
        _ = try opened(missing.source)
      }
    }
  }

  /// Does something with the core, and writes to the journal what it did.
  func withJournal<Result>(_ body: (inout DocumentCore) throws -> Result) rethrows -> Result {
    defer { journal?.flush(self) }
    return try core.withLock { try body(&$0) }
  }
}
