import PostilViewer
import Testing

struct ScrubberSlotsTests {
  @Test func fewPagesAreInTheMiddle() {
    let scrubber = Scrubber(pageCount: 3, width: 500, height: 100, aspectRatio: 1, currentIndex: 1)
    #expect(
      scrubber.slots.map(\.frame) == [
        ViewRect(x: 126, y: 15, width: 70, height: 70), ViewRect(x: 200, y: 0, width: 100, height: 100),
        ViewRect(x: 304, y: 15, width: 70, height: 70),
      ])
    #expect(scrubber.slots.map(\.isCurrent) == [false, true, false])
    #expect(scrubber.slot(atX: 130)?.index == 0)
    #expect(scrubber.slot(atX: 198) == nil)
    #expect(scrubber.slot(atX: 310)?.index == 2)
  }

  @Test func manyPagesAreEvenlyChosen() {
    let scrubber = Scrubber(pageCount: 1_001, width: 470, height: 100, aspectRatio: 1, currentIndex: 0)
    #expect(scrubber.slots.map(\.index) == [0, 200, 400, 600, 800, 1_000])
  }

  @Test func onlyTheNearestMakesRoomForTheCurrentPage() {
    var scrubber = Scrubber(pageCount: 1_001, width: 470, height: 100, aspectRatio: 1)
    let expected = [
      1: [0, 1, 400, 600, 800, 1_000], 290: [0, 290, 400, 600, 800, 1_000],
      310: [0, 200, 310, 600, 800, 1_000], 400: [0, 200, 400, 600, 800, 1_000],
      999: [0, 200, 400, 600, 999, 1_000],
    ]
    for (index, slots) in expected {
      scrubber.show(index)
      #expect(scrubber.slots.map(\.index) == slots)
    }
  }

  @Test func inANarrowStripThereIsOnlyTheCurrentPage() {
    var scrubber = Scrubber(pageCount: 11, width: 180, height: 100, aspectRatio: 1, currentIndex: 5)
    #expect(scrubber.slots.map(\.index) == [5])
    #expect(scrubber.slots.first?.frame.x == 40)
    scrubber.show(10)
    #expect(scrubber.slots.map(\.index) == [0, 10])
    scrubber.resize(width: 50, height: 100)
    #expect(scrubber.slots.map(\.frame) == [ViewRect(x: 0, y: 0, width: 50, height: 100)])
  }

  @Test(arguments: [1, 2, 1_321, 6_680])
  func whateverTheWidthTheSlotsAreInOrder(_ count: Int) {
    for width in stride(from: 320.0, through: 3_840, by: 7) {
      for index in Set([0, 1, count / 3, count / 2, count - 2, count - 1]) where index >= 0 && index < count {
        let scrubber = Scrubber(pageCount: count, width: width, height: 64, currentIndex: index)
        let broken = Self.broken(scrubber.slots, of: scrubber)
        #expect(broken.isEmpty, "\(broken) at \(index) in \(width)")
      }
    }
  }

  /// What does not hold of slots, as it should in every strip that is wide enough for three.
  private static func broken(_ slots: [Scrubber.Slot], of scrubber: Scrubber) -> [String] {
    var broken: [String] = []
    func check(_ isTrue: Bool, _ rule: String) { if !isTrue { broken.append(rule) } }
    let (small, large) = (64 * 0.7 * 0.707, 64 * 0.707)
    let pairs = zip(slots, slots.dropFirst())
    check(pairs.allSatisfy { $0.index < $1.index }, "ascending")
    check(slots.first?.index == 0 && slots.last?.index == scrubber.pageCount - 1, "first and last")
    check(slots.filter(\.isCurrent).map(\.index) == [scrubber.currentIndex], "one is current")
    check(
      pairs.allSatisfy { $1.frame.x - $0.frame.maxX >= Scrubber.spacing - 1e-9 }, "apart from each other")
    check(slots.allSatisfy { $0.frame.x >= -1e-9 && $0.frame.maxX <= scrubber.width }, "within the strip")
    check(
      slots.allSatisfy { abs($0.frame.width - ($0.isCurrent ? large : small)) < 1e-9 },
      "the current is larger")
    let length = large + Double(slots.count) * (small + Scrubber.spacing)
    check(slots.count == scrubber.pageCount || length > scrubber.width, "as many as fit")
    let step = Double(scrubber.pageCount - 1) / Double(max(slots.count - 1, 1))
    check(
      slots.enumerated().allSatisfy { place, slot in
        abs(Double(slot.index) - Double(place) * step) <= (slot.isCurrent ? step : 0.5) + 1e-9
      }, "evenly chosen")
    return broken
  }

  @Test(arguments: [1, 2, 1_321, 6_680], [320.0, 1_280, 3_840])
  func everyPageCanBeReached(_ count: Int, _ width: Double) {
    var scrubber = Scrubber(pageCount: count, width: width, height: 64)
    scrubber.beginDrag(atX: 0)
    #expect(scrubber.currentIndex == 0)
    for index in 0..<count {
      scrubber.drag(toX: scrubber.x(of: index))
      #expect(scrubber.currentIndex == index)
    }
    scrubber.drag(toX: width)
    #expect(scrubber.currentIndex == count - 1)
  }

  @Test func allPagesHaveAsMuchOfTheStrip() {
    let scrubber = Scrubber(pageCount: 6_680, width: 1_000, height: 64)
    for index in stride(from: 1, to: 6_680, by: 13) {
      #expect(abs(scrubber.x(of: index) - scrubber.x(of: index - 1) - 1_000 / 6_680) < 1e-9)
    }
  }
}
