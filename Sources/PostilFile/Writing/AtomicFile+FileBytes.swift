import PostilSystem

extension AtomicFile {
  /// Copies a file's bytes, in the kernel where it can and the file still has them: another program
  /// may have written into it since they were read.
  func write(_ source: FileBytes, monitor: WorkMonitor = .none) throws {
    let total = source.pointer.count
    var (done, isCopied) = (0, source.isUnchanged)
    while done < total {
      try monitor.advance(to: Double(done) / Double(total))
      let next = min(done + Self.chunk, total)
      let copied = isCopied ? try copy(done..<next, from: source.descriptor) : 0
      isCopied = copied == next - done
      try write(UnsafeRawBufferPointer(rebasing: source.pointer[done + copied..<next]))
      done = next
    }
  }

  /// How much is written between two looks at whether the save was cancelled, in bytes.
  private static let chunk = 16 << 20
}
