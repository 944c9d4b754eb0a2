/// A value that messages between a program and `postil-render` are made of.
///
/// Not `Codable`: its encoders are Foundation's, and loading that would double the time in which a renderer starts. What a
/// value writes it reads again in the same order.
package protocol MessageCodable: MessageWritable {
  init(from reader: inout MessageReader) throws(MessageError)
}

/// A value that can be written to a message.
package protocol MessageWritable {
  func write(to writer: inout MessageWriter)
}

/// Why a message cannot be read or sent.
package enum MessageError: Error, Equatable {
  /// It is shorter than it says, or says what cannot be.
  case malformed
  /// The other end was closed: its process ended.
  case closed
  /// Nothing came, or could be sent, in time.
  case timedOut
  /// An error of the system before anything was sent: the connection is as it was.
  case notSent(Int32)
  /// A message came, but this process could not take the descriptors that came with it: it may open no more.
  case descriptorsLost
  /// An error of the system.
  case system(Int32)
}

/// The bytes of a message, as they are written.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write<Value: MessageWritable>(_ value: Value) { value.write(to: &self) }

  package mutating func write<Value: MessageWritable>(_ values: [Value]) {
    write(values.count)
    for value in values { write(value) }
  }

  package mutating func write<Value: MessageWritable>(_ value: Value?) {
    write(value != nil)
    if let value { write(value) }
  }

  /// Adds the bytes of a number.
  fileprivate mutating func append<Number: BitwiseCopyable>(_ number: Number) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  fileprivate mutating func append(contentsOf other: String.UTF8View) { bytes.append(contentsOf: other) }
}

/// The bytes of a message, as they are read. They may come from a process that a file has taken over: whatever they are,
/// reading them ends with a value or an error.
package struct MessageReader {
  private let bytes: [UInt8]
  private var place = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func read<Value: MessageCodable>() throws(MessageError) -> Value { try Value(from: &self) }

  package mutating func read<Value: MessageCodable>() throws(MessageError) -> [Value] {
    let count: Int = try read()
    // Each value takes at least a byte.
    guard (0...(bytes.count - place)).contains(count) else { throw .malformed }
    var values: [Value] = []
    for _ in 0..<count { values.append(try read()) }
    return values
  }

  package mutating func read<Value: MessageCodable>() throws(MessageError) -> Value? {
    let isThere: Bool = try read()
    guard isThere else { return nil }
    return try Value(from: &self)
  }

  /// Whether nothing is left of the message.
  package var isAtEnd: Bool { place == bytes.count }

  /// A number that must be in a range.
  package mutating func read(in range: ClosedRange<Int>) throws(MessageError) -> Int {
    let number: Int = try read()
    guard range.contains(number) else { throw .malformed }
    return number
  }

  /// A text for people, cut after ``textLimit`` characters: more of it would say nothing new.
  package mutating func readText() throws(MessageError) -> String { Self.cut(try read()) }

  /// Texts for people, each cut, and not more of them than a number.
  package mutating func readTexts(upTo count: Int) throws(MessageError) -> [String] {
    let texts: [String] = try read()
    return texts.prefix(count).map(Self.cut)
  }

  /// The most characters of Unicode of a text for people.
  package static let textLimit = 500

  private static func cut(_ text: String) -> String {
    // Not as Swift counts: one of its characters may be of any length.
    guard text.utf8.count > textLimit else { return text }
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: text.unicodeScalars.prefix(textLimit))
    return String(cut)
  }

  fileprivate mutating func take<Number: BitwiseCopyable>(_: Number.Type) throws(MessageError) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - place >= size else { throw .malformed }
    defer { place += size }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Number.self) }
  }

  fileprivate mutating func text(_ count: Int) throws(MessageError) -> String {
    guard (0...(bytes.count - place)).contains(count) else { throw .malformed }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }
}

extension Int: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) { self = try reader.take(Int.self) }
  package func write(to writer: inout MessageWriter) { writer.append(self) }
}

extension Double: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) { self = try reader.take(Double.self) }
  package func write(to writer: inout MessageWriter) { writer.append(self) }
}

extension UInt8: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) { self = try reader.take(UInt8.self) }
  package func write(to writer: inout MessageWriter) { writer.append(self) }
}

extension Bool: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self = try reader.take(UInt8.self) != 0
  }
  package func write(to writer: inout MessageWriter) { writer.append(self ? 1 : 0 as UInt8) }
}

extension String: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    let count: Int = try reader.read()
    self = try reader.text(count)
  }
  package func write(to writer: inout MessageWriter) {
    writer.write(utf8.count)
    writer.append(contentsOf: utf8)
  }
}
