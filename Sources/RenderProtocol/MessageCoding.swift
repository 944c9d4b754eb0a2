/// A value that messages between a program and `postil-render` are made of.
///
/// Not `Codable`: its encoders are Foundation's, and loading that would double the time in which a renderer starts. What a
/// value writes it reads again in the same order.
package protocol MessageCodable {
  init(from reader: inout MessageReader) throws(MessageError)
  func write(to writer: inout MessageWriter)
}

/// Why a message cannot be read or sent.
package enum MessageError: Error, Equatable {
  /// It is shorter than it says, or says what cannot be.
  case malformed
  /// The other end was closed: its process ended.
  case closed
  /// Nothing came in time.
  case timedOut
  /// An error of the system.
  case system(Int32)
}

/// The bytes of a message, as they are written.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write<Value: MessageCodable>(_ value: Value) { value.write(to: &self) }

  package mutating func write<Value: MessageCodable>(_ values: [Value]) {
    write(values.count)
    for value in values { write(value) }
  }

  package mutating func write<Value: MessageCodable>(_ value: Value?) {
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
