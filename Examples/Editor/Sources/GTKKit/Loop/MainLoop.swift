import CGTK
import Synchronization

/// GLib's main loop, which also runs the main actor.
public enum MainLoop {
  /// When things are done, the most urgent first.
  public nonisolated enum Priority: Int32, Sendable {
    /// Before everything else, input included.
    case urgent = -100
    /// Work of `soon`, before a frame is laid out.
    case beforeFrame = 105
    /// The main actor's tasks: after what is to be laid out, before it is painted.
    case tasks = 110
    /// When there is nothing else to do.
    case idle = 200
  }

  private static var isBridged = false

  /// Makes GLib's loop run the work of the main queue, and thereby of the main actor. Call it once, on the main thread, before
  /// the loop runs. More calls do nothing.
  public static func bridgeMainQueue() {
    guard !isBridged else { return }
    isBridged = true
    let source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN)
    let drain: GUnixFDSourceFunc = { descriptor, _, _ in
      // The descriptor stays ready until it is read, and this would be called all the time.
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
    g_source_set_priority(source, Priority.tasks.rawValue)
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  /// Schedules work on the main loop, to run once. Can be called on any thread.
  public nonisolated static func soon(
    _ priority: Priority = .beforeFrame, _ work: @escaping @MainActor @Sendable () -> Void
  ) {
    guard priority == .beforeFrame else { return addIdle(priority, work) }
    let isFirst = waiting.withLock { waiting in
      waiting.append(work)
      return waiting.count == 1
    }
    if isFirst { addIdle(priority) { runWaiting() } }
  }

  /// Work for the next frame. GDK may deliver events and paint a frame without returning to the loop in between; without this
  /// list the changes that the events cause would be visible a frame later.
  private nonisolated static let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])

  /// Runs the work of `soon`, and the work that it schedules; called by windows when a frame begins.
  static func runWaiting() {
    // Limit the rounds: work that schedules itself again must not block the frame.
    for _ in 0..<4 {
      let works = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      guard !works.isEmpty else { return }
      for work in works { work() }
    }
    if waiting.withLock({ !$0.isEmpty }) { addIdle(.beforeFrame) { runWaiting() } }
  }

  private nonisolated static func addIdle(
    _ priority: Priority, _ work: @escaping @MainActor @Sendable () -> Void
  ) {
    let box = Unmanaged.passRetained(Work(work)).toOpaque()
    let call: GSourceFunc = { box in
      guard let box else { return 0 }
      let work = Unmanaged<Work>.fromOpaque(box).takeUnretainedValue()
      MainActor.assumeIsolated { work.call() }
      return 0
    }
    g_idle_add_full(priority.rawValue, call, box) { box in
      if let box { Unmanaged<Work>.fromOpaque(box).release() }
    }
  }

  /// Calls a closure whenever the process gets a Unix signal: SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 or SIGWINCH.
  public static func onSignal(_ number: Int32, _ work: @escaping @MainActor @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work)).toOpaque()
    let call: GSourceFunc = { box in
      guard let box else { return 0 }
      Unmanaged<Work>.fromOpaque(box).takeUnretainedValue().call()
      return 1
    }
    g_unix_signal_add(number, call, box)
  }

  /// Now, in seconds of a clock that never goes back.
  public nonisolated static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  /// Runs the loop until a condition holds, or a timeout has passed. Returns whether it holds. For tests.
  @discardableResult
  public static func run(seconds: Double = 5, until condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + gint64(seconds * 1_000_000)
    // A timer wakes the loop, so that the condition and the timeout are checked.
    let timer = g_timeout_add(5, { _ in 1 }, nil)
    defer { g_source_remove(timer) }
    while !condition() {
      guard g_get_monotonic_time() < end else { return false }
      g_main_context_iteration(nil, 1)
    }
    return true
  }

  private nonisolated final class Work: Sendable {
    let call: @MainActor @Sendable () -> Void
    init(_ call: @escaping @MainActor @Sendable () -> Void) { self.call = call }
  }
}
