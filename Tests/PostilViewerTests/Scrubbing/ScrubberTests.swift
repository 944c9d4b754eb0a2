import PostilViewer
import Testing

struct ScrubberTests {
  @Test func aFingerGoesThroughTheDocument() {
    var scrubber = Scrubber(pageCount: 101, width: 1_010, height: 60, currentIndex: 20)
    #expect(scrubber.pageNumber == 21)
    scrubber.beginDrag(atX: 505)
    #expect(scrubber.isDragging)
    #expect(scrubber.currentIndex == 50)
    scrubber.drag(toX: 515)
    #expect(scrubber.pageNumber == 52)
    scrubber.drag(toX: 5_000)
    #expect(scrubber.pageNumber == 101)
    scrubber.drag(toX: -5_000)
    #expect(scrubber.endDrag() == 0)
    #expect(!scrubber.isDragging)
  }

  @Test func aFingerThatIsTakenAwayLeavesThePageAsItWas() {
    var scrubber = Scrubber(pageCount: 100, width: 1_000, height: 60, currentIndex: 20)
    scrubber.beginDrag(atX: 500)
    scrubber.drag(toX: 700)
    scrubber.cancel()
    #expect(scrubber.currentIndex == 20)
    #expect(!scrubber.isDragging)
    scrubber.cancel()
    #expect(scrubber.currentIndex == 20)
  }

  @Test func withoutAFingerNothingMoves() {
    var scrubber = Scrubber(pageCount: 100, width: 1_000, height: 60, currentIndex: 20)
    scrubber.drag(toX: 700)
    #expect(scrubber.currentIndex == 20)
    #expect(scrubber.endDrag() == 20)
  }

  @Test func theFingerHasPrecedence() {
    var scrubber = Scrubber(pageCount: 100, width: 1_000, height: 60)
    scrubber.show(33)
    #expect(scrubber.currentIndex == 33)
    scrubber.beginDrag(atX: 0)
    scrubber.show(50)
    #expect(scrubber.currentIndex == 0)
    scrubber.endDrag()
    scrubber.show(1_000)
    #expect(scrubber.currentIndex == 99)
  }

  @Test func pagesMayBecomeFewer() {
    var scrubber = Scrubber(pageCount: 100, width: 1_000, height: 60, currentIndex: 90)
    scrubber.beginDrag(atX: 800)
    scrubber.setPageCount(50)
    #expect(scrubber.currentIndex == 49)
    scrubber.cancel()
    #expect(scrubber.currentIndex == 49)
    scrubber.setPageCount(-3)
    #expect(scrubber.pageCount == 0)
    #expect(scrubber.pageNumber == 0)
  }

  @Test func nonsenseIsHarmless() {
    var scrubber = Scrubber(
      pageCount: -5, width: .nan, height: .infinity, aspectRatio: .nan, currentIndex: .min)
    #expect(scrubber.slots.isEmpty)
    #expect(scrubber.index(atX: 10) == 0)
    scrubber = Scrubber(pageCount: 10, width: 1e300, height: 40, aspectRatio: -1, currentIndex: .max)
    #expect(scrubber.currentIndex == 9)
    scrubber.beginDrag(atX: .nan)
    #expect(scrubber.currentIndex == 9)
    scrubber.drag(toX: -.infinity)
    #expect(scrubber.currentIndex == 0)
    scrubber.drag(toX: .infinity)
    #expect(scrubber.currentIndex == 9)
    scrubber.resize(width: 0, height: 40)
    #expect(scrubber.slots.isEmpty)
    #expect(scrubber.index(atX: 3) == 9)
    #expect(scrubber.x(of: .max) == 0)
  }

  @Test func aCountThatNoDocumentHasDoesNoHarm() {
    var scrubber = Scrubber(pageCount: .max, width: 500, height: 40, currentIndex: .max)
    scrubber.beginDrag(atX: 10_000)
    scrubber.endDrag()
    #expect(scrubber.slots.last?.index == scrubber.pageCount - 1)
    scrubber.setPageCount(.max)
    #expect(scrubber.currentIndex < scrubber.pageCount)
  }
}
