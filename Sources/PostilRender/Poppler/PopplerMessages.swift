import CPoppler
import Foundation
import PostilSystem
import Synchronization

/// What poppler says while it reads and draws: it reports to GLib's log, on the thread that draws.
enum PopplerMessages {
  private static let lists = Mutex<[pthread_t: [String]]>([:])
  /// More of one page would say nothing new.
  private static let limit = 20

  /// Has messages collected from now on, if the program allows it: GLib has one handler for all of it. Otherwise GLib drops
  /// them, or prints them where the program's environment asks for it.
  static func setUpIfAllowed() {
    if ProcessEffects.log.isAllowed { setUp }
  }

  private static let setUp: Void = {
    g_log_set_handler("Poppler", G_LOG_LEVEL_INFO, { _, _, message, _ in PopplerMessages.add(message) }, nil)
  }()

  /// Calls `body` and returns what poppler said meanwhile, on this thread.
  static func collect<Result>(_ body: () throws -> Result) -> (
    result: Swift.Result<Result, any Error>, messages: [String]
  ) {
    setUpIfAllowed()
    let thread = pthread_self()
    lists.withLock { $0[thread] = [] }
    let result = Swift.Result { try body() }
    return (result, lists.withLock { $0.removeValue(forKey: thread) } ?? [])
  }

  private static func add(_ message: UnsafePointer<CChar>?) {
    guard let message else { return }
    let text = String(cString: message)
    lists.withLock { lists in
      guard let known = lists[pthread_self()], known.count < limit, !known.contains(text) else { return }
      lists[pthread_self()]?.append(text)
    }
  }
}
