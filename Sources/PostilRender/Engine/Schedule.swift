import PostilModel
import PostilRenderProtocol

/// The queue of requests and the state of the workers. ``RenderCore`` guards it with a lock.
struct Schedule {
  typealias Waiter = @Sendable (Result<RenderResult, any Error>) -> Void

  /// The state of a worker.
  struct WorkerSlot {
    let worker: RenderThread
    /// What it is doing.
    var job: RenderJob?
    /// The pages of which it has cached renderings.
    var pages: Set<Int> = []
    var cachedBytes = 0
    /// Whether its process is to be ended when it is free.
    var mustEnd = false
  }

  private(set) var waiting = RequestQueue()
  private(set) var slots: [Int: WorkerSlot] = [:]
  /// Pages that timed out or crashed: requests of them fail at once, until ``forgetLoss(of:)`` or a further try (``EngineOptions/tryCount``).
  private(set) var lostPages: [Int: WorkerLoss] = [:]
  /// How often pages were tried again after they had timed out.
  private(set) var furtherTries: [Int: Int] = [:]
  private(set) var isClosed = false
  /// Poppler's messages, by page.
  private(set) var messages: [Int: Set<String>] = [:]
  private var messageBytes = 0
  /// Who ended a request last.
  private var latest: Int?
  var statistics = EngineStatistics()
  private var nextNumber = 0

  // MARK: - Requests

  /// Adds a request, or joins it with an equal one.
  mutating func add(_ request: RenderRequest, _ urgency: RenderUrgency, _ waiter: @escaping Waiter) -> Int {
    nextNumber += 1
    let number = nextNumber
    for key in slots.keys where slots[key]?.job?.request == request {
      slots[key]?.job?.waiters[number] = waiter
      statistics.joined += 1
      return number
    }
    if waiting[request] != nil { statistics.joined += 1 }
    var job = waiting[request] ?? RenderJob(request: request, number: number, urgency: urgency)
    job.urgency = min(job.urgency, urgency)
    job.waiters[number] = waiter
    waiting.update(job)
    return number
  }

  /// Removes a waiter. A request without waiters is dropped unless it was started.
  mutating func remove(_ ticket: RenderTicket) -> Waiter? {
    for key in slots.keys where slots[key]?.job?.request == ticket.request {
      if let waiter = slots[key]?.job?.waiters.removeValue(forKey: ticket.number) { return waiter }
    }
    guard let waiter = waiting.removeWaiter(ticket.number, of: ticket.request) else { return nil }
    if waiting[ticket.request]?.waiters.isEmpty == true {
      waiting.remove(ticket.request)
      statistics.dropped += 1
    }
    return waiter
  }

  // MARK: - Workers

  /// Whether more pages wait than there are idle workers: woken ones may not have started yet.
  func needsWorker(limit: Int) -> Bool {
    guard slots.count < limit else { return false }
    let idleCount = slots.values.count { $0.job == nil }
    return waiting.pageCount - busyPages.count(where: waiting.contains) > idleCount
  }

  private var busyPages: Set<Int> { Set(slots.values.compactMap { $0.job?.request.pageIndex }) }

  mutating func addWorker(_ worker: RenderThread) { slots[worker.number] = WorkerSlot(worker: worker) }

  /// Takes the next request for a worker: the oldest of the most urgent ones, preferring pages that the worker has
  /// cached, and none of a page on which another worker is busy.
  mutating func begin(_ worker: Int) -> RenderRequest? {
    guard let slot = slots[worker], slot.job == nil, !waiting.isEmpty else { return nil }
    let busy = busyPages
    let idle = slots.values.filter { $0.job == nil && $0.worker.number != worker }
    let known = slot.pages.subtracting(busy).compactMap { waiting.first(of: $0) }.min()
    let other = waiting.first { page in !busy.contains(page) && !idle.contains { $0.pages.contains(page) } }
    guard let request = Self.choose(known, other), let job = waiting.remove(request) else { return nil }
    slots[worker]?.job = job
    return request
  }

  /// - Parameter known: The first of the pages that the worker has cached.
  private static func choose(_ known: RequestQueue.Entry?, _ other: RequestQueue.Entry?) -> RenderRequest? {
    guard let known, let other else { return (known ?? other)?.request }
    return other.urgency.priority < known.urgency.priority ? other.request : known.request
  }

  /// A worker finished its request. Returns the waiters.
  mutating func end(_ worker: Int, _ report: WorkReport) -> [Waiter] {
    statistics.pagesDrawn += report.pagesDrawn
    guard let job = slots[worker]?.job else { return [] }
    let page = job.request.pageIndex
    note(report.messages, of: page)
    slots[worker]?.job = nil
    slots[worker]?.pages = report.pages
    slots[worker]?.cachedBytes = report.cachedBytes
    switch report.loss {
    case nil: statistics.finished += 1
    case .timedOut: statistics.timedOut += 1
    case .crashed: statistics.crashed += 1
    }
    if let loss = report.loss { lostPages[page] = loss }
    return Array(job.waiters.values)
  }

  /// Keeps messages, as long as they are not too many: they come from the document.
  private mutating func note(_ new: [String], of page: Int) {
    for message in new where messageBytes < Self.messageLimit {
      guard messages[page]?.count ?? 0 < WorkerAnswer.messageLimit,
        messages[page, default: []].insert(message).inserted
      else { continue }
      messageBytes += message.utf8.count + 64
    }
  }

  /// How much memory messages may take, in bytes.
  private static let messageLimit = 1 << 20

  /// Lets a page be tried again.
  mutating func forgetLoss(of page: Int) {
    lostPages[page] = nil
    furtherTries[page] = nil
  }

  /// Lets all pages be tried again.
  mutating func forgetLosses() { (lostPages, furtherTries) = ([:], [:]) }

  /// Lets a page that timed out be tried again, up to a number of times.
  mutating func beginFurtherTry(of page: Int, limit: Int) {
    guard lostPages[page] == .timedOut, furtherTries[page, default: 0] < limit else { return }
    furtherTries[page, default: 0] += 1
    lostPages[page] = nil
  }

  /// Removes the requests of pages that were lost.
  mutating func removeLostJobs() -> [RenderJob] {
    lostPages.keys.flatMap { waiting.removeAll(of: $0) }
  }

  /// What a schedule that is closed had.
  struct Remains {
    let workers: [RenderThread]
    let waiters: [Waiter]
  }

  /// Closes the schedule.
  mutating func close() -> Remains {
    isClosed = true
    let jobs = waiting.removeAll() + slots.values.compactMap(\.job)
    defer { slots = [:] }
    return Remains(workers: slots.values.map(\.worker), waiters: jobs.flatMap(\.waiters.values))
  }

  /// Makes all workers end their processes before their next request.
  mutating func endProcesses() { for key in slots.keys { slots[key]?.mustEnd = true } }

  /// Whether a worker must end its process; resets the flag.
  mutating func takeEndFlag(_ worker: Int) -> Bool {
    guard slots[worker]?.mustEnd == true else { return false }
    forgetProcess(of: worker)
    return true
  }

  /// Whether a worker that was idle for some time is to end its process.
  ///
  /// - Parameter keepsLatest: Whether the one that worked last keeps its own: what is looked at is what it has renderings of.
  mutating func endsIdle(_ worker: Int, keepsLatest: Bool) -> Bool {
    guard let slot = slots[worker], slot.job == nil, !(keepsLatest && latest == worker) else { return false }
    forgetProcess(of: worker)
    return true
  }

  private mutating func forgetProcess(of worker: Int) {
    slots[worker]?.mustEnd = false
    slots[worker]?.pages = []
    slots[worker]?.cachedBytes = 0
  }

  /// The worker that ended a request last before this one did, if it is idle: its process may end now.
  mutating func takeFormer(of worker: Int) -> RenderThread? {
    defer { latest = worker }
    guard let latest, latest != worker, let slot = slots[latest], slot.job == nil else { return nil }
    return slot.worker
  }

  /// The idle workers.
  var idleWorkers: [RenderThread] { slots.values.filter { $0.job == nil }.map(\.worker) }

  var cachedBytes: Int { slots.values.reduce(0) { $0 + $1.cachedBytes } }
}
