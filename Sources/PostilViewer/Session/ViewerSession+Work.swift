/// The queue of work on the document.
extension ViewerSession {
  /// Waits until all work that was enqueued is done: files are opened, edits made, saves finished.
  public func idle() async {
    var seen: Set<Task<Void, Never>> = []
    while let task = [opening?.task, tail, lastSave].compactMap(\.self).first(where: { !seen.contains($0) }) {
      await task.value
      seen.insert(task)
    }
  }

  /// Performs work on the document actor, after all work that was enqueued before.
  ///
  /// - Parameter run: The kind of the run of edits that it belongs to; `nil` if it is a step of undo of its own.
  func enqueue<Success: Sendable>(
    _ activity: ViewerMessage.Activity, inRun run: EditRun.Kind? = nil,
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

  func report(_ error: any Error, during activity: ViewerMessage.Activity) {
    guard !(error is CancellationError) else { return }
    message = ViewerMessage(error, during: activity, file: file)
  }
}
