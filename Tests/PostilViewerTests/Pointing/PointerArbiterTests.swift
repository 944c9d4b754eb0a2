import PostilModel
import PostilTestSupport
import PostilViewer
import Testing

@Suite struct PointerArbiterTests {
  /// A hand at work: what its pointers report, and which of them are meant to draw, to erase and to move the page.
  private struct Sequence {
    var reports: [PointerReport] = []
    var meant: [Int: PointerUse] = [:]
    private var lastID = 0
    private var clock = 0.0

    mutating func add(
      _ device: PointerReport.Device, _ use: PointerUse, from start: Double, for duration: Double,
      contact: Double? = nil,
      grows: Bool = false, hovers: Bool = false, hasButton: Bool = false, _ random: inout SeededGenerator
    ) {
      lastID += 1
      let id = lastID
      meant[id] = use
      let origin = ViewPoint(x: random.number(50...700), y: random.number(50...900))
      func report(_ phase: PointerReport.Phase, _ time: Double, _ share: Double) {
        let size = grows ? contact.map { 12 + ($0 - 12) * share } : contact
        // A palm hardly moves, a finger and a pen do.
        let way = use == .ignored ? 4.0 : 120
        reports.append(
          PointerReport(
            id: id, device, phase, at: ViewPoint(x: origin.x + way * share, y: origin.y + way * share / 2),
            time: time,
            contact: size, hasButton: hasButton))
      }
      if hovers { for step in 0..<4 { report(.hovers, start - 0.12 + Double(step) * 0.03, 0) } }
      report(.begins, start, 0)
      for step in 1...12 { report(.moves, start + duration * Double(step) / 13, Double(step) / 13) }
      report(.ends, start + duration, 1)
      if hovers {
        report(.hovers, start + duration + 0.02, 1)
        report(.leaves, start + duration + 0.1, 1)
      }
    }
  }

  /// What came of each pointer: nothing if it was withdrawn.
  private func outcome(_ sequence: Sequence, _ arbiter: inout PointerArbiter) -> [Int: PointerUse] {
    var result: [Int: PointerUse] = [:]
    for report in sequence.reports.sorted(by: { $0.time < $1.time }) {
      let decision = arbiter.take(report)
      if report.phase == .begins { result[report.id] = decision.use }
      for id in decision.withdrawn { result[id] = .ignored }
    }
    return result
  }

  /// Someone writes: strokes, while the hand rests on the screen in up to three places, comes before the pen and stays after it.
  private func writing(_ random: inout SeededGenerator, tellsContact: Bool) -> Sequence {
    var sequence = Sequence()
    var time = 1.0
    for _ in 0..<Int(random.number(1...4)) {
      let count = Int(random.number(1...5))
      let length = Double(count) * 0.5
      for _ in 0..<Int(random.number(0...3)) {
        sequence.add(
          .touch, .ignored, from: time - random.number(0.05...0.5), for: length + random.number(0...0.4),
          contact: tellsContact ? random.number(14...90) : nil, &random)
      }
      for index in 0..<count {
        let isEraser = random.number(0...1) < 0.15
        let hasButton = !isEraser && random.number(0...1) < 0.1
        sequence.add(
          isEraser ? .eraser : .pen, isEraser || hasButton ? .erases : .draws,
          from: time + Double(index) * 0.5,
          for: random.number(0.05...0.3), hovers: true, hasButton: hasButton, &random)
      }
      time += length + 1.5
      // In between a finger moves the page.
      if random.number(0...1) < 0.6 {
        sequence.add(
          .touch, .pans, from: time, for: 0.4, contact: tellsContact ? random.number(8...26) : nil, &random)
        time += 1.5
      }
    }
    return sequence
  }

  @Test(arguments: 0..<40) func writingWithAHandOnTheScreen(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let sequence = writing(&random, tellsContact: seed % 2 == 0)
    var arbiter = PointerArbiter()
    #expect(outcome(sequence, &arbiter) == sequence.meant)
    #expect(arbiter.hasSeenPen)
  }

  @Test(arguments: 0..<20) func fingersDrawWhereNoPenWasSeen(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var sequence = Sequence()
    for index in 0..<6 {
      let start = Double(index) * 2 + 1
      if index % 2 == 0 {
        sequence.add(.touch, .draws, from: start, for: 0.5, contact: random.number(8...26), &random)
      } else {
        // A palm is large from the start, or grows.
        sequence.add(
          .touch, .ignored, from: start, for: 0.8, contact: random.number(45...90), grows: seed % 2 == 0,
          &random)
      }
    }
    var arbiter = PointerArbiter()
    #expect(outcome(sequence, &arbiter) == sequence.meant)
  }

  @Test func fingersDoWhatWasChosen() {
    let touch = PointerReport(id: 1, .touch, .begins, at: ViewPoint(x: 1, y: 1), time: 1)
    for (fingers, hasSeenPen, use) in [
      (FingerUse.automatic, false, PointerUse.draws), (.automatic, true, .pans), (.draws, true, .draws),
      (.pans, false, .pans),
    ] {
      var arbiter = PointerArbiter(fingers: fingers, hasSeenPen: hasSeenPen)
      #expect(arbiter.take(touch) == PointerDecision(use))
      #expect(arbiter.use(of: 1) == use)
    }
  }

  @Test func aMouseAlwaysDraws() {
    var arbiter = PointerArbiter(fingers: .pans)
    _ = arbiter.take(PointerReport(id: 1, .pen, .begins, at: ViewPoint(x: 1, y: 1), time: 1))
    #expect(
      arbiter.take(PointerReport(id: 2, .mouse, .begins, at: ViewPoint(x: 1, y: 1), time: 1)).use == .draws)
  }

  @Test func aFingerThatMovesThePageGoesOnWhileAPenHovers() {
    var arbiter = PointerArbiter(hasSeenPen: true)
    _ = arbiter.take(PointerReport(id: 1, .touch, .begins, at: ViewPoint(x: 0, y: 0), time: 5))
    _ = arbiter.take(PointerReport(id: 1, .touch, .moves, at: ViewPoint(x: 90, y: 0), time: 5.2))
    #expect(
      arbiter.take(PointerReport(id: 2, .pen, .hovers, at: ViewPoint(x: 0, y: 0), time: 5.3)).withdrawn
        .isEmpty)
    #expect(
      arbiter.take(PointerReport(id: 2, .pen, .begins, at: ViewPoint(x: 0, y: 0), time: 5.4)).withdrawn == [1]
    )
  }

  /// X servers do not tell that a pen has left.
  @Test func aPenThatFallsSilentHasLeft() {
    var arbiter = PointerArbiter()
    func touch(_ id: Int, at time: Double) -> PointerUse? {
      arbiter.take(PointerReport(id: id, .touch, .begins, at: ViewPoint(x: 5, y: 5), time: time)).use
    }
    let pen = PointerReport(id: 1, .pen, .hovers, at: ViewPoint(x: 0, y: 0), time: 10)
    _ = arbiter.take(pen)
    #expect(touch(2, at: 12.9) == .ignored)
    _ = arbiter.take(PointerReport(id: 2, .touch, .ends, at: ViewPoint(x: 5, y: 5), time: 12.95))
    #expect(touch(3, at: 13.1) == .pans)
    _ = arbiter.take(PointerReport(id: 3, .touch, .ends, at: ViewPoint(x: 5, y: 5), time: 13.2))
    _ = arbiter.take(PointerReport(id: 1, .pen, .begins, at: ViewPoint(x: 0, y: 0), time: 20))
    #expect(touch(4, at: 99) == .ignored, "while it touches the screen it may keep still")
    _ = arbiter.take(PointerReport(id: 1, .pen, .ends, at: ViewPoint(x: 0, y: 0), time: 99))
    _ = arbiter.take(PointerReport(id: 1, .pen, .leaves, at: ViewPoint(x: 0, y: 0), time: 99))
    _ = arbiter.take(PointerReport(id: 4, .touch, .ends, at: ViewPoint(x: 5, y: 5), time: 99.1))
    #expect(touch(5, at: 99.6) == .pans)
  }

  @Test(arguments: 0..<20) func anythingGoes(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var arbiter = PointerArbiter()
    for _ in 0..<300 {
      guard let device = PointerReport.Device.allCases.randomElement(using: &random),
        let phase = PointerReport.Phase.allCases.randomElement(using: &random)
      else { continue }
      let contact: Double? = [nil, .nan, random.number(0...100)].randomElement(using: &random) ?? nil
      let report = PointerReport(
        id: Int(random.number(0...4)), device, phase, at: ViewPoint(x: random.number(0...900), y: .nan),
        time: random.number(-5...5), contact: contact)
      let decision = arbiter.take(report)
      if phase == .begins { #expect(decision.use != nil) }
      if phase == .hovers { #expect(decision.use == nil) }
      #expect(decision.withdrawn.allSatisfy { arbiter.use(of: $0) == .ignored || arbiter.use(of: $0) == nil })
    }
    arbiter.reset()
    #expect(arbiter.use(of: 1) == nil)
  }
}
