import CPostilSystem

/// The memory of `malloc` in this process.
package enum HeapMemory {
  /// What is in use, in bytes.
  package static var byteCount: Int { postil_heap_in_use() }

  /// Gives memory that was freed back to the system.
  package static func returnFreed() { postil_return_memory() }
}
