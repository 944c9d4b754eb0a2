import PostilRenderProtocol

/// What shuts the processes in that draw pages, as far as the system has it. They never write files, open connections or
/// start programs; these make sure of it, whatever a document does to them.
public struct RenderIsolation: Sendable, Hashable {
  /// Whether files are kept from them by Landlock, but for fonts and what belongs to these (Linux 5.13 or later, where it
  /// is switched on).
  public let restrictsFiles: Bool
  /// Whether seccomp lets them make only the system calls that drawing takes: no sockets, programs, signals to others, locks.
  public let restrictsSystemCalls: Bool
  /// Whether their memory is limited.
  public let limitsMemory: Bool

  init(_ isolation: ProcessIsolation) {
    restrictsFiles = isolation.landlock > 0
    restrictsSystemCalls = isolation.seccomp
    limitsMemory = isolation.limits
  }

  /// Whether nothing is missing.
  public var isComplete: Bool { restrictsFiles && restrictsSystemCalls && limitsMemory }
}
