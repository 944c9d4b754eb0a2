import PostilModel

/// The queue of requests and the state of the workers. ``RenderCore`` guards it with a lock.
struct Schedule {
  typealias Waiter = @Sendable (Result<RenderResult, any Error>) -> Void

  /// What a worker is doing. The clock stops while the machine sleeps, so that no page times out for that.
  struct Work {
    var job: RenderJob
    let start: SuspendingClock.Instant
  }

  /// The next request of a worker, and whether the watchdog must be started.
  struct Beginning {
    let request: RenderRequest
    let needsWatchdog: Bool
  }

  /// The state of a worker.
  struct WorkerSlot {
    let worker: RenderWorker
    var work: Work?
    /// The pages of which it has cached renderings.
    var pages: Set<Int> = []
    var cachedBytes = 0
    var mustDropCache = false
  }

  private(set) var waiting: [RenderRequest: RenderJob] = [:]
  private(set) var slots: [Int: WorkerSlot] = [:]
  /// Pages that timed out: they are not retried.
  private(set) var lostPages: Set<Int> = []
  private(set) var isClosed = false
  /// Poppler's messages, by page.
  private(set) var messages: [Int: Set<String>] = [:]
  /// Whether the watchdog runs.
  private var isWatchdogRunning = false
  var statistics = EngineStatistics()
  private var nextNumber = 0

  // MARK: - Requests

  /// Adds a request, or joins it with an equal one.
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

  /// Removes a waiter. A request without waiters is dropped unless it was started.
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

  /// Whether more pages wait than there are idle workers: woken ones may not have started yet.
  func needsWorker(limit: Int) -> Bool {
    guard slots.count < limit else { return false }
    let busy = Set(slots.values.compactMap { $0.work?.job.request.pageIndex })
    let idleCount = slots.values.count { $0.work == nil }
    return Set(waiting.keys.map(\.pageIndex)).subtracting(busy).count > idleCount
  }

  mutating func addWorker(_ worker: RenderWorker) { slots[worker.number] = WorkerSlot(worker: worker) }

  /// Takes the next request for a worker: the oldest of the most urgent ones, preferring pages that the worker has
  /// cached, and none of a page on which another worker is busy.
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
      let (hasA, hasB) = (
        slot.pages.contains(a.request.pageIndex), slot.pages.contains(b.request.pageIndex)
      )
      guard hasA == hasB else { return hasA }
      return (a.urgency.rank, a.number) < (b.urgency.rank, b.number)
    }
    guard let job = choice else { return nil }
    waiting[job.request] = nil
    slots[worker]?.work = Work(job: job, start: now)
    defer { isWatchdogRunning = true }
    return Beginning(request: job.request, needsWatchdog: !isWatchdogRunning)
  }

  /// Stops the watchdog if no worker is busy. Returns whether it continues.
  mutating func continuesWatchdog() -> Bool {
    isWatchdogRunning = slots.values.contains { $0.work != nil }
    return isWatchdogRunning
  }

  /// Whether the request of a worker still has waiters.
  func isWanted(_ worker: Int) -> Bool { slots[worker]?.work?.job.waiters.isEmpty == false }

  /// A worker finished its request. Returns the waiters; `nil` if the worker had timed out.
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
      // It was requested again after the worker had dropped it.
      waiting[work.job.request] = work.job
      return []
    }
    statistics.finished += 1
    return Array(work.job.waiters.values)
  }

  /// Removes the workers whose request was started before `limit`.
  mutating func timeOut(startedBefore limit: SuspendingClock.Instant) -> [(
    worker: RenderWorker, job: RenderJob
  )] {
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

  /// Removes the requests of pages that timed out.
  mutating func removeLostJobs() -> [RenderJob] {
    let lost = waiting.values.filter { lostPages.contains($0.request.pageIndex) }
    for job in lost { waiting[job.request] = nil }
    return lost
  }

  /// Closes the schedule. Returns the workers and all waiters.
  mutating func close() -> (workers: [RenderWorker], waiters: [Waiter]) {
    isClosed = true
    let jobs = Array(waiting.values) + slots.values.compactMap { $0.work?.job }
    defer {
      waiting = [:]
      slots = [:]
    }
    return (slots.values.map(\.worker), jobs.flatMap(\.waiters.values))
  }

  /// Makes all workers drop their cached renderings before their next request.
  mutating func dropCachedRenderings() { for key in slots.keys { slots[key]?.mustDropCache = true } }

  /// Whether a worker must drop its cache; resets the flag.
  mutating func takeDropFlag(_ worker: Int) -> Bool {
    guard slots[worker]?.mustDropCache == true else { return false }
    slots[worker]?.mustDropCache = false
    slots[worker]?.pages = []
    slots[worker]?.cachedBytes = 0
    return true
  }

  /// The idle workers.
  var idleWorkers: [RenderWorker] { slots.values.filter { $0.work == nil }.map(\.worker) }

  var cachedBytes: Int { slots.values.reduce(0) { $0 + $1.cachedBytes } }
}

/// The report of a worker after a request.
struct WorkReport: Sendable {
  var pages: Set<Int> = []
  var cachedBytes = 0
  var pagesDrawn = 0
  /// Poppler's messages.
  var messages: [String] = []
}
