import CPostilPoppler

/// What poppler says while it reads and draws: it reports to GLib's log. For a process with one thread.
package enum PopplerMessages {
  /// More of one page would say nothing new.
  private static let limit = 20
  private nonisolated(unsafe) static var list: [String] = []

  /// Has messages collected from now on.
  package static func setUp() {
    g_log_set_handler("Poppler", G_LOG_LEVEL_INFO, { _, _, message, _ in PopplerMessages.add(message) }, nil)
  }

  /// What poppler said since this was last called.
  package static func take() -> [String] {
    defer { list = [] }
    return list
  }

  private static func add(_ message: UnsafePointer<CChar>?) {
    guard let message, list.count < limit else { return }
    let text = String(cString: message)
    if !list.contains(text) { list.append(text) }
  }
}
