import Dispatch
import Foundation
import PostilModel
import Synchronization

/// Sends the same elements, in the same order, to all streams that were asked for.
///
/// A sender may hold locks; elements are handed on without them, on a queue. To hand something on takes the lock that
/// Swift has over the listening task; while that task is canceled, its stream is ended under the same lock. If
/// that in turn waited for a lock of the sender, both would wait for ever.
final class Broadcast<Element: Sendable>: Sendable {
  private struct Listener: Sendable {
    let yield: @Sendable (Element) -> Void
    let finish: @Sendable () -> Void
  }

  /// Held only to look who listens.
  private let listeners = Mutex<[UUID: Listener]>([:])
  private let queue = DispatchQueue(label: "Postil.Broadcast", qos: .userInitiated)

  deinit { finish() }

  /// What is sent from now on, until it is finished or the broadcast goes. What is not read is kept.
  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let key = add(Listener(yield: { continuation.yield($0) }, finish: { continuation.finish() }))
    continuation.onTermination = { [weak self] _ in self?.remove(key) }
    return stream
  }

  /// What is sent from now on, of which at most `limit` elements wait to be read: more are merged into the newest of
  /// them.
  func listen(
    limit: Int, merge: @escaping @Sendable (inout Element, Element) -> Void
  ) -> AsyncStream<Element> {
    let buffer = MergingBuffer(limit: limit, merge: merge)
    let key = add(
      Listener(yield: { [weak buffer] in buffer?.append($0) }, finish: { [weak buffer] in buffer?.finish() }))
    buffer.onEnd { [weak self] in self?.remove(key) }
    // The stream keeps the buffer.
    return AsyncStream(unfolding: { await buffer.next() })
  }

  private func add(_ listener: Listener) -> UUID {
    let key = UUID()
    listeners.withLock { $0[key] = listener }
    return key
  }

  private func remove(_ key: UUID) {
    // Let go of after the lock: that may end the stream.
    _ = listeners.withLock { $0.removeValue(forKey: key) }
  }

  /// Sends something to those who listen now. Waits for nothing.
  func send(_ element: @autoclosure () -> Element) {
    let listeners = listeners.withLock { Array($0.values) }
    guard !listeners.isEmpty else { return }
    let element = element()
    queue.async { for listener in listeners { listener.yield(element) } }
  }

  /// Waits until what was sent has been handed on.
  func settled() async { await withCheckedContinuation { queue.async(execute: $0.resume) } }

  var listenerCount: Int { listeners.withLock { $0.count } }

  /// Ends the streams of those who listen now, after what was sent.
  func finish() {
    let listeners = listeners.withLock { listeners in
      defer { listeners = [:] }
      return Array(listeners.values)
    }
    guard !listeners.isEmpty else { return }
    queue.async { for listener in listeners { listener.finish() } }
  }
}

/// Elements between one sender and one reader.
private final class MergingBuffer<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isFinished = false
    /// Called when the buffer goes.
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let merge: @Sendable (inout Element, Element) -> Void
  /// Yields when there is something to read.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init(limit: Int, merge: @escaping @Sendable (inout Element, Element) -> Void) {
    self.limit = limit
    self.merge = merge
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  deinit { state.withLock { $0.end }?() }

  func onEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.end = body } }

  func append(_ element: Element) {
    state.withLock { state in
      if state.elements.count < limit {
        state.elements.append(element)
      } else {
        merge(&state.elements[limit - 1], element)
      }
    }
    signal.yield()
  }

  func finish() {
    state.withLock { $0.isFinished = true }
    signal.finish()
  }

  /// The next element; `nil` when the sender is finished or the reading task canceled.
  func next() async -> Element? {
    while true {
      let (element, isFinished) = state.withLock { state in
        (state.elements.isEmpty ? nil : state.elements.removeFirst(), state.isFinished)
      }
      if let element { return element }
      if isFinished { return nil }
      var waiting = signals.makeAsyncIterator()
      // No signal comes any more when the sender is finished or a reading task was canceled.
      if await waiting.next() == nil, state.withLock({ $0.elements.isEmpty }) { return nil }
    }
  }
}
