/// Carries out the same for each of a list of inputs, some of them ahead of the iteration that takes the results, which
/// come in the order of the inputs: so that one that takes long keeps no worker idle. When it is released, what is running
/// is canceled.
///
/// Not `Sendable`: it belongs to one iteration.
package final class TasksAhead<Input: Sendable, Output: Sendable> {
  private let limit: Int
  private let body: @Sendable (Input) async throws -> Output
  private var rest: ArraySlice<Input>
  private var running: [(input: Input, task: Task<Output, any Error>)] = []

  /// - Parameter limit: How many inputs may be worked on besides the one whose result is next.
  package init(_ inputs: [Input], limit: Int, _ body: @escaping @Sendable (Input) async throws -> Output) {
    rest = inputs[...]
    self.limit = max(limit, 0)
    self.body = body
  }

  deinit { cancel() }

  /// Cancels what is running, and begins nothing else.
  package func cancel() {
    for (_, task) in running { task.cancel() }
    (running, rest) = ([], [])
  }

  /// The next input and its result; `nil` after the last.
  ///
  /// - Throws: `CancellationError`, at once when the task that waits is canceled.
  package func next() async throws -> (input: Input, result: Result<Output, any Error>)? {
    do {
      try Task.checkCancellation()
      while running.count <= limit, let input = rest.popFirst() {
        running.append((input, Task { [body] in try await body(input) }))
      }
      guard !running.isEmpty else { return nil }
      let (input, task) = running.removeFirst()
      let result = await withTaskCancellationHandler {
        await task.result
      } onCancel: {
        task.cancel()
      }
      try Task.checkCancellation()
      return (input, result)
    } catch {
      cancel()
      throw error
    }
  }
}
