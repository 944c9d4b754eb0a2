import CSystem

/// A thread of this program, as the system's scheduler knows it.
package struct SystemThread: Sendable {
  private let number: pid_t

  /// The calling thread.
  package static var current: SystemThread { SystemThread(number: postil_thread_number()) }

  /// Gives the calling thread the priority of the program's first thread: it would have that of the thread that
  /// started it, which may be higher.
  package static func takeUsualPriority() { postil_take_usual_urgency() }

  /// Lets the thread run only when no other wants to.
  package func lowerPriority() { postil_calm_thread(number) }
}
