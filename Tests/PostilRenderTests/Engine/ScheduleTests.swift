import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

/// Who does what, and in which order, without threads.
@Suite struct ScheduleTests {
  private func request(_ page: Int, _ place: Int = 0) -> RenderRequest {
    let rect = PixelRect(x: place, y: 0, width: 10, height: 10)
    let area = PageArea(renderKey: PageRenderKey(index: page), scale: 1, rect: rect)
    return .tile(area, sameAs: area)
  }

  private func schedule(workers: Int) -> Schedule {
    var schedule = Schedule()
    for number in 1...workers { schedule.addWorker(RenderThread(number: number)) }
    return schedule
  }

  private func add(
    _ request: RenderRequest, _ priority: RenderPriority = .visible, rank: Int = 0,
    to schedule: inout Schedule
  ) -> RenderTicket {
    let number = schedule.add(request, RenderUrgency(priority, rank: rank)) { _ in }
    return RenderTicket(request: request, number: number)
  }

  private func next(_ schedule: inout Schedule, worker: Int = 1) -> RenderRequest? {
    schedule.begin(worker)
  }

  private func expectNext(
    _ expected: RenderRequest?, worker: Int, in schedule: inout Schedule,
    at place: SourceLocation = #_sourceLocation
  ) {
    let begun = next(&schedule, worker: worker)
    #expect(begun == expected, sourceLocation: place)
  }

  private func end(_ schedule: inout Schedule, worker: Int = 1, pages: Set<Int> = []) {
    var report = WorkReport()
    report.pages = pages
    _ = schedule.end(worker, report)
  }

  @Test func theMostUrgentIsFirst() {
    var schedule = schedule(workers: 1)
    _ = add(request(0), .background, to: &schedule)
    _ = add(request(1), .nearby, to: &schedule)
    _ = add(request(2), .visible, rank: 5, to: &schedule)
    _ = add(request(3), .visible, rank: 1, to: &schedule)
    _ = add(request(4), .preview, to: &schedule)
    var order: [Int] = []
    while let request = next(&schedule) {
      order.append(request.pageIndex)
      end(&schedule)
    }
    #expect(order == [4, 3, 2, 1, 0])
  }

  @Test func aKnownPageIsBeforeOthersOfItsUrgency() {
    var schedule = schedule(workers: 1)
    _ = add(request(7), to: &schedule)
    _ = next(&schedule)
    end(&schedule, pages: [7])
    _ = add(request(1), to: &schedule)
    _ = add(request(7, 20), rank: 9, to: &schedule)
    expectNext(request(7, 20), worker: 1, in: &schedule)
  }

  @Test func noTwoWorkersAreAtOnePage() {
    var schedule = schedule(workers: 2)
    _ = add(request(0), to: &schedule)
    _ = add(request(0, 20), to: &schedule)
    expectNext(request(0), worker: 1, in: &schedule)
    expectNext(nil, worker: 2, in: &schedule)
    end(&schedule, worker: 1, pages: [0])
    expectNext(request(0, 20), worker: 1, in: &schedule)
  }

  @Test func aPageIsLeftToTheIdleWorkerThatKnowsIt() {
    var schedule = schedule(workers: 2)
    _ = add(request(0), to: &schedule)
    _ = next(&schedule, worker: 1)
    end(&schedule, worker: 1, pages: [0])
    _ = add(request(0, 20), to: &schedule)
    expectNext(nil, worker: 2, in: &schedule)
    // Not if that one is busy with another page.
    _ = add(request(1), .preview, to: &schedule)
    expectNext(request(1), worker: 1, in: &schedule)
    expectNext(request(0, 20), worker: 2, in: &schedule)
  }

  @Test func equalRequestsAreJoined() {
    var schedule = schedule(workers: 1)
    _ = add(request(0), .nearby, to: &schedule)
    let second = add(request(0), .visible, to: &schedule)
    #expect(schedule.waiting.count == 1 && schedule.waiting[request(0)]?.urgency.priority == .visible)
    _ = next(&schedule)
    let third = add(request(0), to: &schedule)
    #expect(schedule.waiting.isEmpty && schedule.statistics.joined == 2)
    let removed = [schedule.remove(second), schedule.remove(third), schedule.remove(third)]
    #expect(removed.map { $0 != nil } == [true, true, false])
  }

  @Test func whatNobodyWantsIsNotBegun() {
    var schedule = schedule(workers: 1)
    let ticket = add(request(0), to: &schedule)
    let removed = schedule.remove(ticket)
    let begun = next(&schedule)
    #expect(removed != nil && begun == nil && schedule.statistics.dropped == 1)
  }

  @Test(arguments: [WorkerLoss.timedOut, .crashed])
  func aLostPageIsNotTriedAgainUnlessThatIsAskedFor(_ loss: WorkerLoss) {
    var schedule = schedule(workers: 1)
    _ = add(request(3), to: &schedule)
    _ = add(request(3, 20), to: &schedule)
    _ = add(request(4), .background, to: &schedule)
    expectNext(request(3), worker: 1, in: &schedule)
    var report = WorkReport()
    report.loss = loss
    let waiters = schedule.end(1, report)
    #expect(waiters.count == 1 && schedule.lostPages == [3: loss])
    let lost = schedule.removeLostJobs()
    #expect(lost.map(\.request) == [request(3, 20)])
    #expect([schedule.statistics.timedOut, schedule.statistics.crashed].sorted() == [0, 1])
    expectNext(request(4), worker: 1, in: &schedule)
    schedule.forgetLoss(of: 3)
    #expect(schedule.lostPages.isEmpty)
  }

  /// The queue, driven at random, gives what a search through all waiting requests would.
  @Test(arguments: 0..<20) func theChoiceIsThatOfASearchThroughAll(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var schedule = schedule(workers: 3)
    var waiting: [RenderTicket: RenderUrgency] = [:]
    for _ in 0..<400 {
      let worker = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        let new = request(Int.random(in: 0..<9, using: &random), Int.random(in: 0..<4, using: &random))
        guard !waiting.keys.contains(where: { $0.request == new }),
          !schedule.slots.values.contains(where: { $0.job?.request == new })
        else { continue }
        let priority: RenderPriority =
          [.preview, .visible, .nearby].randomElement(using: &random) ?? .visible
        let rank = Int.random(in: 0..<3, using: &random)
        waiting[add(new, priority, rank: rank, to: &schedule)] = RenderUrgency(priority, rank: rank)
      case 4:
        guard let ticket = waiting.keys.sorted(by: { $0.number < $1.number }).randomElement(using: &random)
        else { continue }
        waiting[ticket] = nil
        let removed = schedule.remove(ticket)
        #expect(removed != nil)
      case 5:
        let pages = Set((0..<3).map { _ in Int.random(in: 0..<9, using: &random) })
        end(&schedule, worker: worker, pages: pages)
      default:
        guard schedule.slots[worker]?.job == nil else { continue }
        let expected = choice(schedule, waiting, worker)
        if let expected { waiting[expected] = nil }
        expectNext(expected?.request, worker: worker, in: &schedule)
      }
      #expect(schedule.waiting.count == waiting.count)
      #expect(schedule.waiting.pageCount == Set(waiting.keys.map(\.request.pageIndex)).count)
    }
  }

  /// The ticket of what a worker is to begin, as ``Schedule/begin(_:)`` says it.
  private func choice(
    _ schedule: Schedule, _ waiting: [RenderTicket: RenderUrgency], _ worker: Int
  ) -> RenderTicket? {
    let known = schedule.slots[worker]?.pages ?? []
    let busy = schedule.slots.values.compactMap { $0.job?.request.pageIndex }
    let others = schedule.slots.filter { $0.key != worker && $0.value.job == nil }.values.flatMap(\.pages)
    func order(_ ticket: RenderTicket, _ urgency: RenderUrgency) -> [Int] {
      [
        urgency.priority.rawValue, known.contains(ticket.request.pageIndex) ? 0 : 1, urgency.rank,
        ticket.number,
      ]
    }
    return waiting.filter { ticket, _ in
      let page = ticket.request.pageIndex
      return !busy.contains(page) && (known.contains(page) || !others.contains(page))
    }.min { order($0.key, $0.value).lexicographicallyPrecedes(order($1.key, $1.value)) }?.key
  }

  /// What a document says is kept within a limit, however many pages it has.
  @Test func messagesAreKeptWithinALimit() {
    var schedule = schedule(workers: 1)
    for page in 0..<1_000 {
      _ = add(request(page), to: &schedule)
      _ = next(&schedule)
      var report = WorkReport()
      report.messages = (0..<20).map { "\(page) \($0) " + String(repeating: "x", count: 490) }
      _ = schedule.end(1, report)
    }
    let kept = schedule.messages.values.flatMap { $0 }
    #expect(schedule.messages[0]?.count == 20)
    #expect(kept.reduce(0) { $0 + $1.utf8.count } < 1_100_000)
  }

  @Test func aPageThatTimedOutIsTriedAgain() {
    var schedule = schedule(workers: 1)
    func time(_ page: Int, _ loss: WorkerLoss) {
      _ = add(request(page), to: &schedule)
      _ = next(&schedule)
      var report = WorkReport()
      report.loss = loss
      _ = schedule.end(1, report)
    }
    time(1, .timedOut)
    time(2, .crashed)
    for number in 1...3 {
      for page in 1...2 { schedule.beginFurtherTry(of: page, limit: 3) }
      #expect(schedule.lostPages == [2: .crashed] && schedule.furtherTries == [1: number])
      time(1, .timedOut)
    }
    schedule.beginFurtherTry(of: 1, limit: 3)
    #expect(schedule.lostPages == [1: .timedOut, 2: .crashed])
    schedule.forgetLoss(of: 1)
    #expect(schedule.lostPages == [2: .crashed] && schedule.furtherTries.isEmpty)
    schedule.forgetLosses()
    #expect(schedule.lostPages.isEmpty)
  }
}
