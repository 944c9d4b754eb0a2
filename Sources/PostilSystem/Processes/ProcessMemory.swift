import CSystem

/// The memory of this program.
package enum ProcessMemory {
  /// The memory that is the program's alone, in bytes: what all of its threads have allocated and touched, and what they
  /// have freed and not given back. Takes some microseconds and stops no other thread.
  package static var privateByteCount: Int { postil_private_memory() }

  /// Gives memory that was freed back to the system, where malloc holds on to it.
  package static func returnFreed() { postil_return_memory() }

  /// Makes every `free` of this program tidy up for itself. Otherwise malloc puts small pieces aside and tidies all of
  /// them within some later call, of any thread: after a document or a recording has gone, a tenth of a second.
  package static func freeEvenly() { postil_free_evenly() }
}
