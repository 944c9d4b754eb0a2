import Foundation

extension UnsafeRawBufferPointer {
  /// Writes all bytes to a file that is open, however many calls that takes.
  ///
  /// - Parameter file: The file's descriptor.
  /// - Returns: 0, or the system's number of what went wrong.
  package func write(to file: Int32) -> Int32 {
    var rest = self[...]
    while !rest.isEmpty {
      let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      // A file that takes nothing and names no reason would be tried for ever.
      guard count != 0 else { return EIO }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
