import Foundation
import PostilTestSupport
import PostilRenderProtocol
import Testing

/// Answers of processes that a document has taken over.
@Suite struct PeerAnswerTests {
  /// What a worker that drew pages 2 and 5 and a snapshot is asked.
  private static func question(_ kind: WorkerRequest.Kind = .tile) -> WorkerQuestion {
    var question = WorkerQuestion(kind, renderingLimit: 2)
    (question.pages, question.snapshots) = ([2, 5, 7], [3])
    return question
  }

  private static var honest: WorkerAnswer {
    var answer = WorkerAnswer()
    (answer.pages, answer.cachedBytes, answer.pagesDrawn, answer.snapshots) = ([2, 5], 1 << 20, 1, [3])
    return answer
  }

  /// Sends an answer and reads it.
  private func read<Answer: PeerAnswer>(
    _ answer: some MessageWritable, payload: [UInt8] = [], descriptors: Int = 0, as _: Answer.Type,
    to question: Answer.Question
  ) throws -> Answer {
    let (one, other) = try MessageSocket.pair()
    try other.send(
      answer, payload: payload, descriptors: (0..<descriptors).map { _ in one.handle },
      deadline: .now + .seconds(600))
    return try one.receiveAnswer(Answer.self, to: question, deadline: .now + .seconds(600)).message
  }

  private func expectRefused<Answer: PeerAnswer>(
    _ answer: some MessageWritable, payload: [UInt8] = [], descriptors: Int = 0, as type: Answer.Type,
    to question: Answer.Question, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: MessageError.malformed, sourceLocation: place) { () throws in
      _ = try read(answer, payload: payload, descriptors: descriptors, as: type, to: question)
    }
  }

  @Test func anHonestWorkerIsBelieved() throws {
    let read = try read(Self.honest, as: WorkerAnswer.self, to: Self.question())
    #expect(read.pages == [2, 5] && read.snapshots == [3] && read.cachedBytes == 1 << 20)
    let text = PackedText(characters: ["x"], boxes: [SIMD4(0, 0, 1, 1)])
    let answer = try self.read(
      Self.honest, payload: text.bytes, as: WorkerAnswer.self, to: Self.question(.text))
    #expect(answer.text == text)
  }

  private static let lies: [(name: String, tell: @Sendable (inout WorkerAnswer) -> Void)] = [
    ("memory beyond all", { $0.cachedBytes = .max }), ("negative memory", { $0.cachedBytes = -1 }),
    ("more memory than there is", { $0.cachedBytes = (1 << 40) + 1 }),
    ("pages without end", { $0.pagesDrawn = .max }), ("negative pages", { $0.pagesDrawn = .min }),
    ("a page nobody asked for", { $0.pages = [2, 6] }), ("a page before the first", { $0.pages = [-1, 2] }),
    ("a page beyond the last", { $0.pages = [2, .max] }), ("pages out of order", { $0.pages = [5, 2] }),
    ("a page twice", { $0.pages = [2, 2] }), ("more pages than it may keep", { $0.pages = [2, 5, 7] }),
    ("a snapshot nobody sent", { $0.snapshots = [3, 4] }), ("a snapshot twice", { $0.snapshots = [3, 3] }),
    ("a question for the password", { $0.failure = RenderFailure(.passwordRequired, "Password?") }),
    ("a wrong password", { $0.failure = RenderFailure(.wrongPassword, "No.") }),
    ("another version", { $0.failure = RenderFailure(.unsupported, "No.") }),
  ]

  @Test(arguments: lies.indices) func aLieIsRefused(_ index: Int) {
    var answer = Self.honest
    Self.lies[index].tell(&answer)
    expectRefused(answer, as: WorkerAnswer.self, to: Self.question())
  }

  @Test func whatMayBeMissingIsSaidToBe() throws {
    var answer = Self.honest
    answer.failure = RenderFailure(.unsupported, "There is no Splash.")
    var question = Self.question()
    question.mayBeUnsupported = true
    #expect(try read(answer, as: WorkerAnswer.self, to: question).failure == answer.failure)
  }

  @Test func whatWasNotAskedForIsRefused() {
    expectRefused(Self.honest, payload: [1], as: WorkerAnswer.self, to: Self.question(.tile))
    expectRefused(Self.honest, payload: [1], as: WorkerAnswer.self, to: Self.question(.direct))
    expectRefused(Self.honest, descriptors: 1, as: WorkerAnswer.self, to: Self.question())
    // A text that is none, and none where there should be one.
    expectRefused(Self.honest, payload: [1], as: WorkerAnswer.self, to: Self.question(.text))
    expectRefused(Self.honest, as: WorkerAnswer.self, to: Self.question(.text))
    expectRefused(Longer(), as: WorkerAnswer.self, to: Self.question())
  }

  @Test func fontsAreHeldAgainstTheirLimits() throws {
    let fonts = [FontSubstitute(font: "A", family: nil), FontSubstitute(font: "B", family: "C")]
    let answer = try read(
      Self.honest, payload: FontSubstitute.payload(fonts), as: WorkerAnswer.self, to: Self.question(.fonts))
    #expect(answer.fonts == fonts)
    expectRefused(Self.honest, as: WorkerAnswer.self, to: Self.question(.fonts))
    expectRefused(
      Self.honest, payload: FontSubstitute.payload(fonts) + [0], as: WorkerAnswer.self,
      to: Self.question(.fonts))
    var tooMany = MessageWriter()
    tooMany.write(Array(repeating: fonts[0], count: FontSubstitute.countLimit + 1))
    expectRefused(Self.honest, payload: tooMany.bytes, as: WorkerAnswer.self, to: Self.question(.fonts))
  }

  /// An answer with something behind it.
  private struct Longer: MessageWritable {
    func write(to writer: inout MessageWriter) {
      writer.write(PeerAnswerTests.honest)
      writer.write(0 as UInt8)
    }
  }

  /// Refused by its head, before there is memory for it.
  @Test(arguments: [[65_537, 0], [0, 1], [-1, 0], [.max, .max], [1 << 28, 1 << 28]])
  func anAnswerThatIsTooLargeIsRefused(head: [Int]) throws {
    let (one, other) = try MessageSocket.pair()
    let count = other.handle.withNumber { socket in
      head.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
    }
    #expect(count == 16)
    // Nothing follows: whoever waits for it waits long.
    #expect(throws: MessageError.malformed) { () throws in
      _ = try one.receiveAnswer(WorkerAnswer.self, to: Self.question(), deadline: .now + .seconds(3_600))
    }
    withExtendedLifetime(other) {}
  }

  @Test func longTextsAreCut() throws {
    var answer = Self.honest
    answer.messages = (0..<30).map { "\($0)" + String(repeating: "e\u{301}", count: 500) }
    answer.failure = RenderFailure(.renderFailed, answer.messages[0], underlying: answer.messages[1])
    let read = try read(answer, as: WorkerAnswer.self, to: Self.question())
    #expect(read.messages.count == 20)
    let texts = read.messages + [read.failure?.message, read.failure?.underlying].compactMap { $0 }
    #expect(texts.count == 22 && texts.allSatisfy { $0.unicodeScalars.count == 500 })
  }

  @Test func aServerIsHeldAgainstWhatItWasAsked() throws {
    var open = OpenRequest(byteCount: 9, password: nil, memoryLimit: 9)
    open.updateByteCount = 4
    let (opening, forking) = (ServerRequest.open(open), ServerRequest.fork(.init(byteCount: 1, count: 1)))
    var answer = ServerAnswer()
    answer.updateByteCount = 4
    #expect(try read(answer, as: ServerAnswer.self, to: opening).updateByteCount == 4)
    expectRefused(answer, as: ServerAnswer.self, to: forking)
    // What permits its forks.
    _ = try read(answer, descriptors: 1, as: ServerAnswer.self, to: opening)
    expectRefused(answer, descriptors: 2, as: ServerAnswer.self, to: opening)
    answer.updateByteCount = 5
    expectRefused(answer, as: ServerAnswer.self, to: opening)
    answer = ServerAnswer()
    _ = try read(answer, descriptors: 1, as: ServerAnswer.self, to: forking)
    expectRefused(answer, descriptors: 2, as: ServerAnswer.self, to: forking)
    answer.isolation.landlock = .max
    expectRefused(answer, as: ServerAnswer.self, to: opening)
    answer = ServerAnswer()
    answer.failure = RenderFailure(.passwordRequired, "Password?")
    #expect(try read(answer, as: ServerAnswer.self, to: opening).failure?.code == .passwordRequired)
    // Not once it is open.
    expectRefused(answer, as: ServerAnswer.self, to: forking)
  }

  @Test func aLauncherIsHeldAgainstWhatItWasAsked() throws {
    var (request, answer) = (LaunchRequest(), LaunchAnswer())
    request.remedies = RemedySet(rawValue: 1)
    answer.remedies = RemedySet(rawValue: 1)
    #expect(try read(answer, as: LaunchAnswer.self, to: request).remedies == answer.remedies)
    answer.remedies = RemedySet(rawValue: 3)
    expectRefused(answer, as: LaunchAnswer.self, to: request)
    answer.failure = RenderFailure(.damaged, "The document is damaged.")
    expectRefused(answer, as: LaunchAnswer.self, to: request)
  }

  /// Answers that are nearly right end as an answer or an error.
  @Test(arguments: 0..<8) func damagedAnswersEnd(seed: UInt64) {
    var writer = MessageWriter()
    var answer = Self.honest
    answer.failure = RenderFailure(.damaged, "m", underlying: "u")
    answer.messages = ["a", "b"]
    writer.write(answer)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      var bytes = writer.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      var reader = MessageReader(bytes)
      guard let read = try? WorkerAnswer(from: &reader, payload: [], to: Self.question()) else { continue }
      #expect((0...1 << 40).contains(read.cachedBytes) && read.pages.allSatisfy([2, 5, 7].contains))
    }
  }
}
