extension Window {
  /// Shows a dialog, and waits for its answer; `nil` if it is closed, by the Escape key too, or with its parent.
  ///
  /// - Parameter connect: Connects the dialog's widgets; it is given what takes the answer, of which the first counts.
  public func waitForAnswer<Answer: Sendable>(
    _ connect: (_ answer: @escaping @MainActor (Answer?) -> Void) -> Void
  ) async -> Answer? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Answer?, Never>) in
      var waiting: CheckedContinuation<Answer?, Never>? = continuation
      let answer = { @MainActor (given: Answer?) in
        waiting?.resume(returning: given)
        waiting = nil
      }
      connect(answer)
      addShortcut("Escape", .window) {
        answer(nil)
        return true
      }
      onClose {
        answer(nil)
        return true
      }
      // It is destroyed with its parent.
      on("destroy") { answer(nil) }
      present()
    }
  }
}
