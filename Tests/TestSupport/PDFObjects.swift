import Foundation

/// The bytes of a PDF file, from the text of its objects, with right offsets.
public struct PDFObjects {
  /// How a file says where its objects are (ISO 32000-2, 7.5.4 and 7.5.8).
  public enum CrossReference: String, Sendable, CaseIterable {
    /// A classic table.
    case table
    /// A stream, not compressed.
    case stream
  }

  private var bodies: [String] = []

  /// Makes a file without objects.
  public init() {}

  /// Adds an object and returns its number. Without a body it is to be set later.
  public mutating func add(_ body: String = "null") -> Int {
    bodies.append(body)
    return bodies.count
  }

  /// Adds a stream and returns its number.
  public mutating func addStream(_ content: String, dictionary: String = "") -> Int {
    add("<< \(dictionary) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
  }

  /// Sets the body of an object that was added.
  public mutating func set(_ number: Int, to body: String) { bodies[number - 1] = body }

  /// The whole file. `trailer` holds the entries besides `/Size`, such as `/Root 1 0 R`.
  public func data(version: String, trailer: String, crossReference: CrossReference = .table) -> Data {
    var data = Data("%PDF-\(version)\n%\u{E2}\u{E3}\n".utf8)
    var offsets: [Int] = []
    for (index, body) in bodies.enumerated() {
      offsets.append(data.count)
      data += Data("\(index + 1) 0 obj\n\(body)\nendobj\n".utf8)
    }
    let start = data.count
    switch crossReference {
    case .table: data += table(offsets, trailer)
    case .stream: data += stream(offsets + [start], trailer)
    }
    return data + Data("startxref\n\(start)\n%%EOF\n".utf8)
  }

  private func table(_ offsets: [Int], _ trailer: String) -> Data {
    let lines = offsets.map { Self.padded($0, to: 10) + " 00000 n \n" }
    let size = offsets.count + 1
    return Data(
      ("xref\n0 \(size)\n0000000000 65535 f \n" + lines.joined()
        + "trailer\n<< /Size \(size) \(trailer) >>\n").utf8)
  }

  private func stream(_ offsets: [Int], _ trailer: String) -> Data {
    var rows: [UInt8] = [0, 0, 0, 0, 0, 255, 255]
    for offset in offsets {
      rows += [1] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) } + [0, 0]
    }
    let head =
      "\(offsets.count) 0 obj\n<< /Type /XRef /Size \(offsets.count + 1) /W [1 4 2] "
      + "/Length \(rows.count) \(trailer) >>\nstream\n"
    return Data(head.utf8) + Data(rows) + Data("\nendstream\nendobj\n".utf8)
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
