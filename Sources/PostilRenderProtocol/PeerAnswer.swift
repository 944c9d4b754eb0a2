/// An answer of a launcher, a server or a worker.
///
/// It may come from a process that a document has taken over, so that nothing of it is believed. It can only be read together with
/// what was asked (``MessageSocket/receiveAnswer(_:to:deadline:)``), and is refused unless it can be an answer to that: whatever has
/// been read can be used without looking at it again. Sums of some thousand of its numbers do not overflow.
package protocol PeerAnswer: MessageWritable {
  /// What an answer is held against.
  associatedtype Question

  /// The most that such an answer may have.
  static func limits(of question: Question) -> MessageLimits

  /// - Throws: ``MessageError/malformed`` if it cannot be an answer to the question.
  init(from reader: inout MessageReader, payload: [UInt8], to question: Question) throws(MessageError)
}

/// The most that a message may have.
package struct MessageLimits: Sendable {
  /// Bytes of the part that is coded.
  package var message: Int
  /// Bytes behind it.
  package var payload: Int
  package var descriptors: Int

  package init(message: Int, payload: Int = 0, descriptors: Int = 0) {
    (self.message, self.payload, self.descriptors) = (message, payload, descriptors)
  }

  /// Of answers that have no payload.
  static let ofAnswers = MessageLimits(message: 64 << 10)
  /// Of what programs ask, who are trusted: pages have lists of annotations.
  static let ofPrograms = MessageLimits(message: 1 << 28, payload: 1 << 28, descriptors: 8)
}

extension RenderFailure {
  /// Reads a failure that must be one of some kinds.
  static func read(
    from reader: inout MessageReader, of codes: Set<Code>
  ) throws(MessageError) -> RenderFailure? {
    let failure: RenderFailure? = try reader.read()
    guard let failure else { return nil }
    guard codes.contains(failure.code) else { throw .malformed }
    return failure
  }
}
