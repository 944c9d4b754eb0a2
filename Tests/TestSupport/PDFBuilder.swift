import Foundation

/// Builds small PDF files for tests, with offsets that are right unless a test wants otherwise.
package struct PDFBuilder {
  /// The kind of cross-reference section.
  package enum Xref: Sendable, CaseIterable {
    case table
    case stream
    /// A table that marks the last object as free, and an update without entries whose trailer leads to the stream
    /// that lists it (ISO 32000-2, 7.5.8.4).
    case hybrid
  }

  package var version = "1.7"
  package var junk = ""
  package var endsWithNewline = true
  package var trailer = ""
  private var bodies: [Int: [UInt8]] = [:]
  private var next = 1
  /// Where packed objects are: in which object stream, and at which place there.
  private var members: [Int: (stream: Int, index: Int)] = [:]

  package init() {}

  /// A document of one page of 200 × 200 points with these annotations, which are the objects from 4 on.
  package init(annotations: [String]) {
    add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let list = annotations.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
    add("<</Type/Page/Parent 2 0 R/Annots[\(list)]>>", as: 3)
    for (index, text) in annotations.enumerated() { add(text, as: index + 4) }
  }

  /// A number for an object that comes later.
  package mutating func reserve() -> Int {
    defer { next += 1 }
    return next
  }

  @discardableResult
  package mutating func add(_ body: String, as number: Int? = nil) -> Int {
    let number = number ?? reserve()
    bodies[number] = Array(body.utf8)
    return number
  }

  @discardableResult
  package mutating func addStream(_ content: String, dictionary: String = "", as number: Int? = nil) -> Int {
    add("<</Length \(content.utf8.count)\(dictionary)>>\nstream\n\(content)\nendstream", as: number)
  }

  @discardableResult
  package mutating func addStream(bytes: [UInt8], dictionary: String = "", as number: Int? = nil) -> Int {
    let number = add("", as: number)
    bodies[number] =
      Array("<</Length \(bytes.count)\(dictionary)>>\nstream\n".utf8) + bytes + Array("\nendstream".utf8)
    return number
  }

  /// Moves objects into an object stream, which only a cross-reference stream leads to.
  package mutating func pack(_ numbers: [Int]) {
    let packed = numbers.compactMap { number in bodies.removeValue(forKey: number).map { (number, $0) } }
    var (index, body) = ("", "")
    for (number, bytes) in packed {
      index += "\(number) \(body.utf8.count) "
      body += String(decoding: bytes, as: UTF8.self) + "\n"
    }
    let stream = addStream(
      index + body, dictionary: "/Type/ObjStm/N \(packed.count)/First \(index.utf8.count)")
    for (index, member) in packed.enumerated() { members[member.0] = (stream, index) }
  }

  /// The file, with object 1 as catalog.
  package func data(_ kind: Xref = .table, root: Int = 1, info: Int? = nil) -> Data {
    var bytes = Array("\(junk)%PDF-\(version)\n%\u{e2}\u{e3}\n".utf8)
    let origin = junk.utf8.count
    var offsets: [Int: Int] = [:]
    for (number, body) in bodies.sorted(by: { $0.key < $1.key }) {
      offsets[number] = bytes.count - origin
      bytes += "\(number) 0 obj\n".utf8 + body + "\nendobj\n".utf8
    }
    let start = bytes.count - origin
    let size = (bodies.keys.max() ?? 0) + 1
    let entries = "/Root \(root) 0 R" + (info.map { "/Info \($0) 0 R" } ?? "") + trailer
    switch kind {
    case .table: bytes += table(offsets, size, entries) + end(start)
    case .stream: bytes += stream(offsets, size, start, entries) + end(start)
    case .hybrid: bytes += hybrid(offsets, size, start, entries)
    }
    return Data(bytes)
  }

  private func end(_ start: Int) -> [UInt8] {
    Array("startxref\n\(start)\n%%EOF".utf8) + (endsWithNewline ? [10] : [])
  }

  private func table(_ offsets: [Int: Int], _ size: Int, _ entries: String) -> [UInt8] {
    var text = "xref\n0 \(size)\n0000000000 65535 f\r\n"
    for number in 1..<max(size, 1) {
      text += offsets[number].map { Self.padded($0, 10) + " 00000 n\r\n" } ?? "0000000000 65535 f\r\n"
    }
    return Array((text + "trailer\n<</Size \(size)\(entries)>>\n").utf8)
  }

  private func stream(_ offsets: [Int: Int], _ size: Int, _ start: Int, _ entries: String) -> [UInt8] {
    var data: [UInt8] = []
    for number in 0...size {
      let offset = number == size ? start : offsets[number]
      let member = members[number]
      data.append(member != nil ? 2 : offset == nil ? 0 : 1)
      data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (member?.stream ?? offset ?? 0) >> $0) }
      data += [8, 0].map { UInt8(truncatingIfNeeded: (member?.index ?? 0) >> $0) }
    }
    let dictionary = "<</Type/XRef/W[1 4 2]/Size \(size + 1)/Length \(data.count)\(entries)>>"
    return Array("\(size) 0 obj\n\(dictionary)\nstream\n".utf8) + data + Array("\nendstream\nendobj\n".utf8)
  }

  /// Both sections: in that of the objects the last one is free, as is the stream that lists it.
  private func hybrid(_ offsets: [Int: Int], _ size: Int, _ start: Int, _ entries: String) -> [UInt8] {
    let hidden = size - 1
    let main = table(offsets.filter { $0.key != hidden }, size + 1, entries) + end(start) + [10]
    let streamStart = start + main.count
    let stream = hiddenObjects([offsets[hidden] ?? 0, streamStart], from: hidden, size + 1)
    let update = streamStart + stream.count
    let trailer = "<</Size \(size + 1)/Prev \(start)/XRefStm \(streamStart)\(entries)>>"
    return main + stream + Array("xref\n0 0\ntrailer\n\(trailer)\n".utf8) + end(update)
  }

  /// A cross-reference stream that lists objects with consecutive numbers, of which it is the last.
  private func hiddenObjects(_ offsets: [Int], from first: Int, _ size: Int) -> [UInt8] {
    let data = offsets.flatMap { offset -> [UInt8] in
      [1] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) } + [0, 0]
    }
    let dictionary =
      "<</Type/XRef/W[1 4 2]/Index[\(first) \(offsets.count)]/Size \(size)/Length \(data.count)>>"
    return Array("\(first + offsets.count - 1) 0 obj\n\(dictionary)\nstream\n".utf8) + data
      + Array("\nendstream\nendobj\n".utf8)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
