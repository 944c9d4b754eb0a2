/// Told how far opening or saving a document is, and asked whether it is still wanted. Called on the thread that does it.
package struct WorkMonitor: Sendable {
  /// Told the part of the work that is done, 0 to 1; it only rises.
  package var progress: @Sendable (Double) -> Void
  /// Throws `CancellationError` if the work is no longer wanted. Not asked any more once the file is being replaced.
  package let checkCancellation: @Sendable () throws -> Void

  /// Told what the file will be, right before it is. Not called for a save that writes nothing.
  package var willReplace: @Sendable (FileReplacement) -> Void = { _ in }

  package init(
    progress: @escaping @Sendable (Double) -> Void, checkCancellation: @escaping @Sendable () throws -> Void
  ) {
    self.progress = progress
    self.checkCancellation = checkCancellation
  }

  /// Reports nothing, and is never cancelled.
  package static let none = WorkMonitor(progress: { _ in }, checkCancellation: {})

  package func advance(to fraction: Double) throws {
    try checkCancellation()
    progress(fraction)
  }

  /// The monitor of a part of the work.
  package func part(from start: Double, to end: Double) -> WorkMonitor {
    var part = self
    part.progress = { [progress] in progress(start + (end - start) * $0) }
    return part
  }
}
