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

  /// All that there is.
  public static let complete = RenderIsolation(
    restrictsFiles: true, restrictsSystemCalls: true, limitsMemory: true)

  /// Makes a value, as a requirement (``PostilRuntime/requiredIsolation``).
  public init(restrictsFiles: Bool, restrictsSystemCalls: Bool, limitsMemory: Bool) {
    self.restrictsFiles = restrictsFiles
    self.restrictsSystemCalls = restrictsSystemCalls
    self.limitsMemory = limitsMemory
  }

  init(_ isolation: ProcessIsolation) {
    self.init(
      restrictsFiles: isolation.landlock > 0, restrictsSystemCalls: isolation.seccomp,
      limitsMemory: isolation.limits)
  }

  var ofProcesses: ProcessIsolation {
    var isolation = ProcessIsolation()
    isolation.landlock = restrictsFiles ? 1 : 0
    isolation.seccomp = restrictsSystemCalls
    isolation.limits = limitsMemory
    return isolation
  }

  /// Whether nothing is missing.
  public var isComplete: Bool { self == .complete }
}
