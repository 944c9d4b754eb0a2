import PostilModel

/// What puts the content of a page, which stays as it is, into a graphics state of its own, so that what is painted before and after it
/// is as it was meant. Content may restore more states than it saved, or fewer (ISO 32000-2, 8.4.2 forbids both).
struct ContentEnclosure: Hashable {
  /// How many states are saved before it: those that it restores, and the one that is its own.
  private(set) var saves = 1
  /// How many are restored after it.
  private(set) var restores = 1

  /// More than readers bear.
  private static let limit = 1_000

  /// - Parameter streams: The content of a page, without what was put around it. What cannot be read counts as right.
  /// - Complexity: O(the content's bytes, decoded).
  init(around streams: [PDFObject], _ objects: any ObjectSource) {
    guard let bytes = try? objects.content(ofPage: ["Contents": .array(streams)]) else { return }
    var (depth, least) = (0, 0)
    bytes.withUnsafeBytes { buffer in
      var parser = ContentParser(buffer)
      while let operation = try? parser.next() {
        switch operation.op {
        case .save: depth += 1
        case .restore: depth -= 1
        default: continue
        }
        least = min(least, depth)
      }
    }
    saves += min(-least, Self.limit)
    restores += min(depth - least, Self.limit)
  }

  /// - Parameter setting: Operations that change the state which is the content's own.
  func begin(_ setting: [UInt8] = []) -> [UInt8] {
    Array("q\n".utf8) + setting + Array(repeatElement("q\n".utf8, count: saves - 1).joined())
  }

  var end: [UInt8] { Array(repeatElement("Q\n".utf8, count: restores).joined()) }
}
