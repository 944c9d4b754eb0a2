import Foundation
import PostilModel

/// The bytes of a file whose signatures are to be verified, taken from a document: reading them needs the document no
/// more, and may be done on any thread.
package struct SignedFileSource: Sendable {
  let bytes: FileBytes
  let password: String?
  /// The size of the file: the bytes may be a repaired copy, with something behind them.
  let length: Int
}

/// A file whose signatures are verified: where they are, what they cover, and what was changed after them.
package final class SignedFile {
  private let source: SignedFileSource
  private let graph: ObjectGraph

  /// - Throws: ``PDFError`` if the file cannot be read.
  package init(_ source: SignedFileSource) throws {
    self.source = source
    let chain = try? XrefChain(source.bytes.pointer)
    graph = ObjectGraph(try ObjectReader(source.bytes, password: source.password, chain: chain))
  }

  /// The signatures, in the order of the form's fields. O(fields).
  package var signatures: [SignatureRecord] { SignatureReader(graph: graph).records(catalog: graph.catalog) }

  /// The size of the file in bytes.
  package var length: Int { source.length }

  /// Hands out bytes of the file in pieces, in order.
  package func forEachPiece(of range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    let range = range.clamped(to: 0..<length)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 4 << 20) {
      let end = min(start + 4 << 20, range.upperBound)
      body(UnsafeRawBufferPointer(rebasing: source.bytes.pointer[start..<end]))
    }
  }

  /// What a signature covers.
  package enum Coverage: Sendable {
    /// All bytes up to `length`, but for the gap that holds the signature and nothing else.
    case bytes(before: Range<Int>, behind: Range<Int>, contents: [UInt8])
    /// The byte range is not what it has to be, in words.
    case invalid(String)
  }

  /// Gaps for signatures are some kilobytes; with revocation lists some have megabytes.
  private static let largestGap = 128 << 20

  /// What a signature covers: its byte range has to be two ranges from the beginning on, within the file, with nothing
  /// between them but the signature itself as a hexadecimal string.
  package func coverage(of signature: SignatureRecord) -> Coverage {
    let range = signature.byteRange
    guard range.count == 4 else { return .invalid("its byte range is not four numbers") }
    guard range[0] == 0 else { return .invalid("it does not cover the beginning of the file") }
    guard range[1] > 0, range[3] >= 0, range[2] > range[1], range[2] <= length,
      range[3] <= length - range[2]
    else { return .invalid("its byte range is not within the file") }
    guard range[2] - range[1] <= Self.largestGap else { return .invalid("the signature is too large") }
    let gap = source.bytes.pointer[range[1]..<range[2]]
    guard let contents = Self.hexString(gap) else {
      return .invalid("there is more between the bytes that it covers than the signature")
    }
    guard contents == signature.contents else {
      return .invalid("what is between the bytes that it covers is not this signature")
    }
    return .bytes(before: 0..<range[1], behind: range[2]..<range[2] + range[3], contents: contents)
  }

  /// The bytes of a hexadecimal string (ISO 32000-2, 7.3.4.3) that fills all of a range; `nil` if something else is there.
  private static func hexString(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") else {
      return nil
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    var high: UInt8?
    for byte in bytes.dropFirst().dropLast() {
      if ByteClass.isSpace(byte) { continue }
      guard let value = ByteClass.hexValue(byte) else { return nil }
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    if let high { result.append(high << 4) }
    return result
  }

  /// What was changed after the first bytes of the file, which a signature covers.
  ///
  /// - Complexity: O(objects that were written since, form fields, and pages if lists of annotations changed).
  package func changes(after length: Int) -> LaterChanges {
    let tail = source.bytes.pointer[max(0, min(length, self.length))..<self.length]
    guard tail.contains(where: { !ByteClass.isSpace($0) }) else { return LaterChanges([]) }
    do {
      let first = FileBytes(first: length, of: source.bytes)
      var comparison = try RevisionComparison(first, source.bytes, password: source.password)
      return comparison.changes()
    } catch {
      return LaterChanges([.init(.other, remark: "what was signed cannot be read as a document of its own")])
    }
  }
}
