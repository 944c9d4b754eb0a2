/// A worker's answer.
package struct WorkerAnswer: Sendable {
  package var failure: RenderFailure?
  /// The pages of which it keeps renderings, in order.
  package var pages: [Int] = []
  /// The memory of these, in bytes.
  package var cachedBytes = 0
  /// How often poppler drew a page for this request.
  package var pagesDrawn = 0
  /// What poppler said.
  package var messages: [String] = []
  /// The snapshots whose documents it keeps.
  package var snapshots: [Int] = []
  /// The text, if that was asked for and there is no failure. It comes as the payload.
  package private(set) var text: PackedText?

  /// The SVG file, if that was asked for and there is no failure. It comes as the payload.
  package private(set) var svg: [UInt8]?

  /// What is taken in place of fonts, if that was asked for and there is no failure. It comes as the payload.
  package private(set) var fonts: [FontSubstitute]?

  /// The largest SVG file, in bytes.
  package static let svgLimit = 128 << 20
  /// The longest list of fonts, in bytes.
  private static let fontsLimit = 4 << 20
  /// The most of ``messages``.
  package static let messageLimit = 20

  package init() {}
}

/// What a worker's answer is held against.
package struct WorkerQuestion {
  package var kind: WorkerRequest.Kind
  /// How many renderings it was told to keep at most.
  package var renderingLimit: Int
  /// The pages and the snapshots that it was asked for so far: it can have kept no others.
  package var pages: Set<Int> = []
  package var snapshots: Set<Int> = []
  /// Whether it may lack what is to draw: Splash, or a library's way to make SVG files or to tell fonts.
  package var mayBeUnsupported = false

  package init(_ kind: WorkerRequest.Kind, renderingLimit: Int) {
    self.kind = kind
    self.renderingLimit = renderingLimit
  }
}

extension WorkerAnswer: PeerAnswer {
  package static func limits(of question: WorkerQuestion) -> MessageLimits {
    var limits = MessageLimits.ofAnswers
    if question.kind == .text { limits.payload = PackedText.byteLimit }
    if question.kind == .svg { limits.payload = svgLimit }
    if question.kind == .fonts { limits.payload = fontsLimit }
    return limits
  }

  package init(
    from reader: inout MessageReader, payload: [UInt8], to question: WorkerQuestion
  ) throws(MessageError) {
    var codes: Set<RenderFailure.Code> = [.cannotRead, .damaged, .pageOutOfRange, .renderFailed]
    if question.mayBeUnsupported { codes.insert(.unsupported) }
    failure = try RenderFailure.read(from: &reader, of: codes)
    pages = try reader.read()
    cachedBytes = try reader.read(in: 0...1 << 40)
    pagesDrawn = try reader.read(in: 0...1 << 20)
    messages = try reader.readTexts(upTo: Self.messageLimit)
    snapshots = try reader.read()
    guard reader.isAtEnd, pages.count <= max(question.renderingLimit, 1),
      zip(pages, pages.dropFirst()).allSatisfy({ $0 < $1 }), pages.allSatisfy(question.pages.contains),
      Set(snapshots).count == snapshots.count, snapshots.allSatisfy(question.snapshots.contains)
    else { throw .malformed }
    if question.kind == .text, failure == nil {
      text = try PackedText(payload)
    } else if question.kind == .svg, failure == nil {
      svg = payload
    } else if question.kind == .fonts, failure == nil {
      fonts = try FontSubstitute.list(payload)
    } else if !payload.isEmpty {
      throw .malformed
    }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(failure)
    writer.write(pages)
    writer.write(cachedBytes)
    writer.write(pagesDrawn)
    writer.write(messages)
    writer.write(snapshots)
  }
}
