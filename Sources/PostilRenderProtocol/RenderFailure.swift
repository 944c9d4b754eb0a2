/// An error of a server or worker, as it crosses to the program.
package struct RenderFailure: Error, Equatable {
  package enum Code: UInt8, Sendable {
    case cannotRead
    case damaged
    case passwordRequired
    case wrongPassword
    case unsupported
    case pageOutOfRange
    case renderFailed
    case rendererNotFound
  }

  package var code: Code
  /// A sentence that says what is wrong and what to do.
  package var message: String
  /// What the library that draws or the system said.
  package var underlying: String?

  package init(_ code: Code, _ message: String, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension RenderFailure: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    guard let code = Code(rawValue: try reader.read()) else { throw .malformed }
    let message = try reader.readText()
    let hasUnderlying: Bool = try reader.read()
    self.init(code, message, underlying: hasUnderlying ? try reader.readText() : nil)
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(code.rawValue)
    writer.write(message)
    writer.write(underlying)
  }
}
