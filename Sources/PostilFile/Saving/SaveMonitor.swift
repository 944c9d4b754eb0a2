/// Told how far a save is, and asked whether it is still wanted. Called on the thread that writes.
package struct SaveMonitor: Sendable {
  /// Told the part of the work that is done, 0 to 1; it only rises.
  package let progress: @Sendable (Double) -> Void
  /// Throws `CancellationError` if the save is no longer wanted. Not asked any more once the file is being replaced.
  package let checkCancellation: @Sendable () throws -> Void

  package init(
    progress: @escaping @Sendable (Double) -> Void, checkCancellation: @escaping @Sendable () throws -> Void
  ) {
    self.progress = progress
    self.checkCancellation = checkCancellation
  }

  /// Tells nobody, and is never cancelled.
  package static let none = SaveMonitor(progress: { _ in }, checkCancellation: {})

  func advance(to fraction: Double) throws {
    try checkCancellation()
    progress(fraction)
  }

  /// The monitor of a part of the work.
  func part(from start: Double, to end: Double) -> SaveMonitor {
    SaveMonitor(
      progress: { [progress] in progress(start + (end - start) * $0) }, checkCancellation: checkCancellation)
  }
}
