/// What is done with the document, one thing after the other.
extension ViewerSession {
  /// Waits until everything that was asked for has been done: files are opened, edits made, saves finished.
  public func idle() async {
    var seen: Set<Task<Void, Never>> = []
    while let task = [opening?.task, tail, lastSave].compactMap(\.self).first(where: { !seen.contains($0) }) {
      await task.value
      seen.insert(task)
    }
  }

  /// Does something with the document after what was asked for before, away from the main actor.
  ///
  /// - Parameter run: The edits of the same kind just before that are one step of undo with it; `nil` if it is a step of its
  ///   own.
  func enqueue<Success: Sendable>(
    _ activity: ViewerMessage.Activity, inRun run: EditRun.Kind? = nil,
    _ body: @escaping @Sendable (isolated DocumentActor) throws -> Success,
    then: @escaping @MainActor (Result<Success, any Error>) -> Void = { _ in }
  ) {
    guard let documentActor else { return }
    if activity == .editing {
      pendingEdits += 1
      isInEditRun = run != nil
    }
    tail = Task { [tail] in
      await tail?.value
      let (result, snapshot) = await documentActor.perform(inRun: run != nil || activity != .editing, body)
      guard self.documentActor === documentActor else { return }
      if activity == .editing { pendingEdits -= 1 }
      self.apply(snapshot)
      if case .failure(let error) = result { self.report(error, during: activity) }
      then(result)
    }
  }

  /// Has what is asked for next wait for a task that may ask for something itself.
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
