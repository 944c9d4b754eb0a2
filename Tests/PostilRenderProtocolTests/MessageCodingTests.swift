import PostilRenderProtocol
import Testing

@Suite struct MessageCodingTests {
  private func coded(_ value: some MessageWritable) -> [UInt8] {
    var writer = MessageWriter()
    writer.write(value)
    return writer.bytes
  }

  private var request: WorkerRequest {
    let hidden = [HiddenAnnotation(place: 3, rect: [1, 2, 3.5, -4]), HiddenAnnotation(place: -1, rect: nil)]
    var request = WorkerRequest(
      .tile,
      page: WorkerPage(
        index: 7, quarterTurns: 3, hidden: hidden, isHardToRecord: true, snapshot: 9, device: .splashInCMYK))
    request.scale = 2.25
    request.rect = PixelRect(x: -1, y: 2, width: 3, height: 4)
    request.target = PixelTarget(memory: 1, memorySize: 2, offset: 3, width: 4, height: 5)
    request.snapshotSize = 12
    request.released = [5, 6]
    request.textMatrix = [1, 0, 0, -1, 0, 792]
    return request
  }

  @Test func aRequestIsReadAsItWasWritten() throws {
    var reader = MessageReader(coded(request))
    let read: WorkerRequest = try reader.read()
    #expect(
      read.kind == .tile && read.page == request.page && read.scale == 2.25 && read.rect == request.rect)
    #expect(read.target == request.target && read.snapshotSize == 12 && !read.hasNewMemory)
    #expect(
      read.released == [5, 6] && read.textMatrix == request.textMatrix && read.cpuLimit == request.cpuLimit)
  }

  @Test func anAnswerIsReadAsItWasWritten() throws {
    var answer = WorkerAnswer()
    answer.failure = RenderFailure(.damaged, "Schade, 日本", underlying: "e\u{301}")
    (answer.pages, answer.messages) = ([1, 2], ["", "x"])
    (answer.cachedBytes, answer.pagesDrawn, answer.snapshots) = (1 << 30, 2, [4, 3])
    var question = WorkerQuestion(.tile, renderingLimit: 2)
    (question.pages, question.snapshots) = ([1, 2, 3], [3, 4])
    var reader = MessageReader(coded(answer))
    let read = try WorkerAnswer(from: &reader, payload: [], to: question)
    #expect(read.failure == answer.failure && read.pages == [1, 2] && read.messages == ["", "x"])
    #expect(read.cachedBytes == 1 << 30 && read.pagesDrawn == 2 && read.snapshots == [4, 3])
  }

  /// Whatever a worker sends that a file has taken over: an error, and no crash.
  @Test func cutMessagesAreMalformed() {
    let bytes = coded(request)
    for count in 0..<bytes.count {
      var reader = MessageReader(Array(bytes.prefix(count)))
      #expect(throws: MessageError.malformed) { () throws in let _: WorkerRequest = try reader.read() }
    }
  }

  /// A change of a layout needs a new version: raise it, and take over the hash that this test then tells.
  @Test func aLayoutHasItsVersion() {
    var open = OpenRequest(byteCount: 1, password: "p", memoryLimit: 2)
    (open.updateByteCount, open.fault) = (3, nil)
    var answer = WorkerAnswer()
    answer.failure = RenderFailure(.damaged, "m", underlying: "u")
    (answer.pages, answer.messages, answer.snapshots) = ([1], ["x"], [2])
    let messages =
      [
        coded(ServerRequest.open(open)),
        coded(ServerRequest.fork(RenderingCacheLimit(byteCount: 4, count: 5))),
        coded(ServerRequest.work(RenderingCacheLimit(byteCount: 4, count: 5))), coded(LaunchRequest()),
        coded(LaunchAnswer()),
      ]
      + [coded(ServerAnswer()), coded(request), coded(answer), [UInt8(WorkerRequest.Kind.allCases.count)]]
    // FNV-1a.
    let hash = messages.joined().reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    #expect(LaunchRequest.currentVersion == 12)
    #expect(hash == 0xadfd_2d0f_3d9d_cbae)
  }

  /// A program may find the renderer of another version, whose messages go on otherwise: the refusal gets through.
  @Test func otherVersionsAreToldFromDamage() throws {
    var writer = MessageWriter()
    writer.write(LaunchRequest.currentVersion + 1)
    var request = MessageReader(writer.bytes)
    let read: LaunchRequest = try request.read()
    #expect(read.version == LaunchRequest.currentVersion + 1)

    let refusal = RenderFailure(.unsupported, "Of another version.")
    writer = MessageWriter()
    writer.write(refusal as RenderFailure?)
    var answer = MessageReader(writer.bytes)
    #expect((try LaunchAnswer(from: &answer, payload: [], to: LaunchRequest())).failure == refusal)
  }

  @Test func damagedMessagesEnd() {
    let bytes = coded(request)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      var reader = MessageReader(damaged)
      _ = try? reader.read() as WorkerRequest
    }
  }
}
