import CSoup
import Foundation
import Synchronization

/// A thread that runs a main loop of GLib, and the executor of the actor whose C objects live there.
///
/// Everything of libsoup happens on this thread: its callbacks, and the jobs of the actor. What crosses to other threads are
/// Sendable values. The thread ends with the loop.
final class EventLoop: SerialExecutor {
  /// Jobs that wait for their turn, and whether the loop was told of them.
  private struct Queue {
    var jobs: [UnownedJob] = []
    var isScheduled = false
  }

  /// A pointer to an object of GLib that may be used on any thread.
  private struct Shared: @unchecked Sendable {
    let context: OpaquePointer
    let loop: OpaquePointer
  }

  private let shared: Shared
  private let queue = Mutex(Queue())

  init() {
    let context: OpaquePointer = g_main_context_new()
    let loop: OpaquePointer = g_main_loop_new(context, 0)
    let shared = Shared(context: context, loop: loop)
    self.shared = shared
    let thread = Thread {
      g_main_context_push_thread_default(shared.context)
      g_main_loop_run(shared.loop)
      g_main_context_pop_thread_default(shared.context)
      g_main_loop_unref(shared.loop)
      g_main_context_unref(shared.context)
    }
    thread.name = "web server"
    thread.start()
  }

  deinit {
    // In the loop itself: before it runs there is nothing to quit.
    let source = g_idle_source_new()
    g_source_set_callback(
      source,
      { loop in
        g_main_loop_quit(OpaquePointer(loop))
        return 0
      }, UnsafeMutableRawPointer(g_main_loop_ref(shared.loop)), { g_main_loop_unref(OpaquePointer($0)) })
    g_source_attach(source, shared.context)
    g_source_unref(source)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isScheduled = queue.withLock { queue in
      queue.jobs.append(job)
      defer { queue.isScheduled = true }
      return queue.isScheduled
    }
    if !isScheduled { schedule() }
  }

  /// Has the loop carry out what waits. The loop is kept alive until then.
  private func schedule() {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue().runJobs()
        return 0
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data { Unmanaged<EventLoop>.fromOpaque(data).release() }
      })
    g_source_attach(source, shared.context)
    g_source_unref(source)
  }

  /// Those that come meanwhile get their turn after what else the loop has to do.
  private func runJobs() {
    let jobs = queue.withLock { queue in
      defer { queue = Queue() }
      return queue.jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    precondition(g_main_context_is_owner(shared.context) != 0, "not on the thread of the event loop")
  }
}
