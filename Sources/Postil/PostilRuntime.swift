import PostilSystem

/// What Postil may do to the whole process. Without a word from the program it does nothing of it.
///
/// A program of its own, such as a viewer, allows everything before it opens its first document:
/// `PostilRuntime.allow(.all)`. The sessions of PostilViewer do. A library, or a program with other work to do, chooses.
public enum PostilRuntime {
  /// Effects beyond the objects of this library.
  public struct Effects: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `mallopt`: memory is tidied when it is freed, not within some later allocation. Without it a main loop may stall for
    /// up to a tenth of a second after pages have been forgotten.
    public static let evenDeallocation = Effects(rawValue: 1)
    /// `on_exit`: if threads are still inside of poppler or libqpdf a second after the program began to end, it ends there and
    /// then, without other handlers. Without it such a program may be ended by a signal instead. It waits for that second in
    /// any case: a thread of the library may be closing a document after all that was asked of it is done.
    public static let exitGuard = Effects(rawValue: 2)
    /// `setpriority` for the library's own threads: as urgent as the program's first thread, and less once they were given
    /// up. Without it they are as urgent as the thread that started them.
    public static let threadPriorities = Effects(rawValue: 4)
    /// A handler for what poppler writes to GLib's log. Without it ``PageRenderer/warnings(of:)`` is empty.
    public static let popplerMessages = Effects(rawValue: 8)

    /// `malloc_trim`: memory of pages that were forgotten goes back to the system at once. Without it malloc keeps it for what
    /// the program allocates next.
    public static let memoryTrimming = Effects(rawValue: 16)

    /// All of them.
    public static let all: Effects = [
      .evenDeallocation, .exitGuard, .threadPriorities, .popplerMessages, .memoryTrimming,
    ]
  }

  /// Allows effects for the rest of the process. Best before the first document is opened.
  public static func allow(_ effects: Effects) {
    var allowed: ProcessEffects = []
    if effects.contains(.evenDeallocation) { allowed.insert(.malloc) }
    if effects.contains(.exitGuard) { allowed.insert(.exit) }
    if effects.contains(.threadPriorities) { allowed.insert(.priority) }
    if effects.contains(.popplerMessages) { allowed.insert(.log) }
    if effects.contains(.memoryTrimming) { allowed.insert(.trim) }
    allowed.allow()
  }
}
