import PostilModel

/// Which requests wait, which are carried out, and by which worker. What an engine guards.
struct Schedule {
  typealias Waiter = @Sendable (Result<RenderResult, any Error>) -> Void

  /// What a worker does. The clock stands still while the machine sleeps, so that no page is given up for that.
  struct Work {
    var job: RenderJob
    let start: SuspendingClock.Instant
  }

  /// What a worker begins with, and whether somebody must begin to watch the workers.
  struct Beginning {
    let request: RenderRequest
    let needsWatchdog: Bool
  }

  /// A worker as the schedule knows it.
  struct WorkerSlot {
    let worker: RenderWorker
    var work: Work?
    /// The pages that it keeps something of.
    var pages: Set<Int> = []
    var cachedBytes = 0
    var isToForget = false
  }

  private(set) var waiting: [RenderRequest: RenderJob] = [:]
  private(set) var slots: [Int: WorkerSlot] = [:]
  /// Pages that took too long once: they are not tried again.
  private(set) var lostPages: Set<Int> = []
  private(set) var isClosed = false
  /// What poppler complained of, by page.
  private(set) var messages: [Int: Set<String>] = [:]
  /// Whether somebody looks at the workers from time to time.
  private var isWatchdogRunning = false
  var statistics = EngineStatistics()
  private var nextNumber = 0

  // MARK: - Requests

  /// Takes a request in, or joins it with an equal one.
  mutating func add(_ request: RenderRequest, _ urgency: RenderUrgency, _ waiter: @escaping Waiter) -> Int {
    nextNumber += 1
    let number = nextNumber
    for key in slots.keys where slots[key]?.work?.job.request == request {
      slots[key]?.work?.job.waiters[number] = waiter
      statistics.joined += 1
      return number
    }
    if waiting[request] != nil { statistics.joined += 1 }
    var job = waiting[request] ?? RenderJob(request: request, number: number, urgency: urgency)
    job.urgency = min(job.urgency, urgency)
    job.waiters[number] = waiter
    waiting[request] = job
    return number
  }

  /// Forgets a waiter. A request that nobody waits for any more is not begun.
  mutating func remove(_ ticket: RenderTicket) -> Waiter? {
    for key in slots.keys where slots[key]?.work?.job.request == ticket.request {
      if let waiter = slots[key]?.work?.job.waiters.removeValue(forKey: ticket.number) { return waiter }
    }
    guard let waiter = waiting[ticket.request]?.waiters.removeValue(forKey: ticket.number) else { return nil }
    if waiting[ticket.request]?.waiters.isEmpty == true {
      waiting[ticket.request] = nil
      statistics.dropped += 1
    }
    return waiter
  }

  // MARK: - Workers

  /// Whether there is more to do than the idle workers can begin with: those that were woken may not have begun yet.
  func needsWorker(limit: Int) -> Bool {
    guard slots.count < limit else { return false }
    let busy = Set(slots.values.compactMap { $0.work?.job.request.pageIndex })
    let idleCount = slots.values.count { $0.work == nil }
    return Set(waiting.keys.map(\.pageIndex)).subtracting(busy).count > idleCount
  }

  mutating func addWorker(_ worker: RenderWorker) { slots[worker.number] = WorkerSlot(worker: worker) }

  /// Takes the next request for a worker: of the most urgent ones the oldest, but one of a page that the
  /// worker knows before others, and none of a page that another worker is busy with.
  mutating func begin(_ worker: Int, at now: SuspendingClock.Instant) -> Beginning? {
    guard let slot = slots[worker], slot.work == nil, !waiting.isEmpty else { return nil }
    let busy = Set(slots.values.compactMap { $0.work?.job.request.pageIndex })
    let idle = slots.values.filter { $0.work == nil && $0.worker.number != worker }
    let choice = waiting.values.filter { job in
      let page = job.request.pageIndex
      return !busy.contains(page)
        && (slot.pages.contains(page) || !idle.contains { $0.pages.contains(page) })
    }.min { a, b in
      if a.urgency.priority != b.urgency.priority { return a.urgency.priority < b.urgency.priority }
      let (knowsA, knowsB) = (
        slot.pages.contains(a.request.pageIndex), slot.pages.contains(b.request.pageIndex)
      )
      guard knowsA == knowsB else { return knowsA }
      return (a.urgency.rank, a.number) < (b.urgency.rank, b.number)
    }
    guard let job = choice else { return nil }
    waiting[job.request] = nil
    slots[worker]?.work = Work(job: job, start: now)
    defer { isWatchdogRunning = true }
    return Beginning(request: job.request, needsWatchdog: !isWatchdogRunning)
  }

  /// Ends the watch over the workers if none of them is busy. Returns whether it goes on.
  mutating func continuesWatchdog() -> Bool {
    isWatchdogRunning = slots.values.contains { $0.work != nil }
    return isWatchdogRunning
  }

  /// Whether anybody still waits for what a worker does.
  func isWanted(_ worker: Int) -> Bool { slots[worker]?.work?.job.waiters.isEmpty == false }

  /// Ends what a worker did. Returns who waited; `nil` if the worker had been given up.
  mutating func end(_ worker: Int, _ report: WorkReport, wasDropped: Bool) -> [Waiter]? {
    statistics.pagesDrawn += report.pagesDrawn
    guard let work = slots[worker]?.work else {
      statistics.stuckWorkers -= 1
      return nil
    }
    if !report.messages.isEmpty {
      messages[work.job.request.pageIndex, default: []].formUnion(report.messages)
    }
    slots[worker]?.work = nil
    slots[worker]?.pages = report.pages
    slots[worker]?.cachedBytes = report.cachedBytes
    if wasDropped, !work.job.waiters.isEmpty {
      // Somebody asked for it again just when it was dropped.
      waiting[work.job.request] = work.job
      return []
    }
    statistics.finished += 1
    return Array(work.job.waiters.values)
  }

  /// Gives up the workers that have been at something since before `limit`.
  mutating func giveUp(since limit: SuspendingClock.Instant) -> [(worker: RenderWorker, job: RenderJob)] {
    let late = slots.values.filter { ($0.work?.start).map { $0 <= limit } ?? false }
    return late.compactMap { slot in
      guard let job = slot.work?.job else { return nil }
      slots[slot.worker.number] = nil
      lostPages.insert(job.request.pageIndex)
      statistics.timedOut += 1
      statistics.stuckWorkers += 1
      return (slot.worker, job)
    }
  }

  /// Takes what waits for a page that was lost.
  mutating func takeLost() -> [RenderJob] {
    let lost = waiting.values.filter { lostPages.contains($0.request.pageIndex) }
    for job in lost { waiting[job.request] = nil }
    return lost
  }

  /// Ends everything. Returns who waited.
  mutating func close() -> (workers: [RenderWorker], waiters: [Waiter]) {
    isClosed = true
    let jobs = Array(waiting.values) + slots.values.compactMap { $0.work?.job }
    defer {
      waiting = [:]
      slots = [:]
    }
    return (slots.values.map(\.worker), jobs.flatMap(\.waiters.values))
  }

  /// Has all workers forget what they keep of pages, when they come to it.
  mutating func dropCachedRenderings() { for key in slots.keys { slots[key]?.isToForget = true } }

  /// Whether a worker is to forget what it keeps; asked once.
  mutating func takeForget(_ worker: Int) -> Bool {
    guard slots[worker]?.isToForget == true else { return false }
    slots[worker]?.isToForget = false
    slots[worker]?.pages = []
    slots[worker]?.cachedBytes = 0
    return true
  }

  /// The workers that have nothing to do.
  var idleWorkers: [RenderWorker] { slots.values.filter { $0.work == nil }.map(\.worker) }

  var cachedBytes: Int { slots.values.reduce(0) { $0 + $1.cachedBytes } }
}

/// What a worker says when it has done something.
struct WorkReport: Sendable {
  var pages: Set<Int> = []
  var cachedBytes = 0
  var pagesDrawn = 0
  /// What poppler complained of.
  var messages: [String] = []
}
