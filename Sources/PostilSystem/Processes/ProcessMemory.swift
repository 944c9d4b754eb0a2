import CPostilSystem

/// The memory of this program.
package enum ProcessMemory {
  /// The memory that is the program's alone, in bytes: what all of its threads have allocated and touched, and what they
  /// have freed and not given back. Takes some microseconds and stops no other thread.
  package static var privateByteCount: Int { postil_private_memory() }

  /// Gives memory that was freed back to the system, where malloc holds on to it, if the program allows it
  /// (``ProcessEffects/trim``).
  package static func returnFreed() {
    if ProcessEffects.trim.isAllowed { postil_return_memory() }
  }
}
