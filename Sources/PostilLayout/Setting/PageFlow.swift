import Foundation
import PostilFile
import PostilModel

/// Takes items, in order.
protocol ItemTarget: AnyObject {
  func add(_ item: LayoutItem) throws
}

/// Collects items.
final class ItemCollector: ItemTarget {
  var items: [LayoutItem] = []
  func add(_ item: LayoutItem) { items.append(item) }
}

/// Places items on pages, one below the other. A page is painted when it is full.
final class PageFlow: ItemTarget {
  /// A column of a page.
  private struct Frame {
    let x: Double
    let top: Double
    let bottom: Double
    var footnotes: [ItemStack] = []
    /// Whether footnotes go on on it that had no room before.
    var carriesFootnotes = false

    var footnoteHeight: Double { PageFlow.height(of: footnotes) }
  }

  private struct Placed {
    let item: LayoutItem
    let x: Double
    let top: Double
    var isRepeated = false
  }

  /// What a table has on each page.
  private struct Repeated {
    let items: [LayoutItem]
    let carried: CarriedRows?
    /// Of the rows that were placed.
    var total = Decimal()
    var hasRows = false
  }

  let style: PageStyle
  /// Paints a page that is full: called once for each.
  private let finishPage: (PageFlow, (PageCanvas) throws -> Void) throws -> Void

  /// The number of the page, from 1.
  private(set) var number = 0
  private var frames: [Frame] = []
  private var frame = 0
  /// Where items begin on the frame, below what is repeated.
  private var start = 0.0
  private var spacing = Spacing()
  /// Where the next item may begin.
  private var cursor: Double { start - spacing.end }
  private var isFresh: Bool { spacing.isFresh }
  private var placed: [Placed] = []
  private var boxes: [(frame: BoxFrame, top: Double)] = []
  private var painted: [(frame: BoxFrame, x: Double, top: Double, bottom: Double)] = []
  /// What is placed at the top of each frame, until it ends.
  private var repeated: [Repeated] = []
  private var pending: [LayoutItem] = []
  /// Whether the last of those, whatever marks are behind it, stands with what follows.
  private var isWaiting = false
  /// What is left of footnotes that are longer than a page.
  private var carriedFootnotes: [ItemStack] = []
  private var destinations: [(name: String, top: Double)] = []

  private static let footnoteSpace = 10.0
  private static let footnoteRule = 72.0

  private let isRightToLeft: Bool

  init(
    _ style: PageStyle, isRightToLeft: Bool,
    finishPage: @escaping (PageFlow, (PageCanvas) throws -> Void) throws -> Void
  ) {
    (self.style, self.isRightToLeft, self.finishPage) = (style, isRightToLeft, finishPage)
  }

  /// The width of a column.
  var width: Double {
    let count = Double(style.columns)
    return (style.size.width - style.left - style.right - style.columnGap * (count - 1)) / count
  }

  /// The height of a page between its margins.
  var height: Double { style.size.height - style.top - style.bottom }

  private static func height(of footnotes: [ItemStack]) -> Double {
    footnotes.isEmpty ? 0 : footnotes.reduce(footnoteSpace) { $0 + $1.height }
  }

  // MARK: - Pages

  private func beginPage() throws {
    number += 1
    let order = isRightToLeft ? Array((0..<style.columns).reversed()) : Array(0..<style.columns)
    frames = order.map { index in
      Frame(
        x: style.left + Double(index) * (width + style.columnGap), top: style.size.height - style.top,
        bottom: style.bottom)
    }
    (frame, placed, painted) = (0, [], [])
    try beginFrame()
  }

  private func beginFrame() throws {
    (start, spacing) = (frames[frame].top, Spacing())
    boxes = boxes.map { ($0.frame, start) }
    for one in repeated {
      one.items.forEach(placeRepeated)
      if one.hasRows, let carried = one.carried { placeRepeated(try carried.item(one.total, false)) }
    }
    try goOnWithFootnotes()
  }

  /// Places what is left of footnotes, and leaves room for text.
  private func goOnWithFootnotes() throws {
    guard !carriedFootnotes.isEmpty else { return }
    let room = start - frames[frame].bottom
    var (fitting, rest) = Self.divide(carriedFootnotes, height: room * 0.75 - Self.footnoteSpace)
    if fitting.isEmpty { (fitting, rest) = Self.divide(carriedFootnotes, height: room - Self.footnoteSpace) }
    guard !fitting.isEmpty else {
      throw PDFError(
        .invalidArgument,
        "A part of a footnote is higher than the \(Int(max(room, 0))) points that a page has room for: make it smaller."
      )
    }
    (frames[frame].footnotes, frames[frame].carriesFootnotes, carriedFootnotes) = (fitting, true, rest)
  }

  /// What of footnotes fits into a height, and the rest.
  private static func divide(_ footnotes: [ItemStack], height: Double) -> ([ItemStack], rest: [ItemStack]) {
    var (room, fitting): (Double, [ItemStack]) = (height, [])
    for (index, footnote) in footnotes.enumerated() {
      let height = footnote.height
      guard height > room + 0.01 else {
        fitting.append(footnote)
        room -= height
        continue
      }
      let (first, rest) = footnote.split(at: room)
      let others = Array(footnotes[(index + 1)...])
      guard first.items.contains(where: { !$0.isMark }) else { return (fitting, [footnote] + others) }
      return (fitting + [first], [rest] + others)
    }
    return (fitting, [])
  }

  private func placeRepeated(_ item: LayoutItem) {
    placed.append(Placed(item: item, x: frames[frame].x, top: start, isRepeated: true))
    start -= item.height
  }

  /// Places what tables carry over to the next frame in the room that was left for it.
  private func carryOver() throws {
    for one in repeated where one.hasRows {
      guard let carried = one.carried else { continue }
      let item = try carried.item(one.total, true)
      placed.append(
        Placed(item: item, x: frames[frame].x, top: start - spacing.offset(of: item), isRepeated: true))
    }
  }

  private func endFrame() {
    for box in boxes {
      painted.append((box.frame, frames[frame].x, box.top, max(cursor, frames[frame].bottom)))
    }
  }

  private func nextFrame() throws {
    try carryOver()
    endFrame()
    guard frame + 1 < frames.count else {
      try endPage()
      return try beginPage()
    }
    frame += 1
    try beginFrame()
  }

  private func endPage() throws {
    let (placed, painted, frames, destinations) = (placed, painted, frames, destinations)
    try finishPage(self) { canvas in
      for destination in destinations {
        canvas.composer.addDestination(destination.name, top: destination.top)
      }
      for box in painted { box.frame.paint(canvas, box.x, top: box.top, bottom: box.bottom) }
      for one in placed {
        if one.isRepeated {
          try canvas.asArtifact(.pagination) { try one.item.draw?(canvas, one.x, one.top) }
        } else {
          try one.item.draw?(canvas, one.x, one.top)
        }
      }
      for frame in frames where !frame.footnotes.isEmpty {
        var top = frame.bottom + frame.footnoteHeight
        let left = isRightToLeft ? frame.x + width - Self.footnoteRule : frame.x
        canvas.paintLine(
          PagePoint(x: left, y: top - Self.footnoteSpace / 2),
          PagePoint(x: left + Self.footnoteRule, y: top - Self.footnoteSpace / 2), .gray, 0.5)
        top -= Self.footnoteSpace
        for note in frame.footnotes {
          try note.draw(canvas, frame.x, top)
          top -= note.height
        }
      }
    }
    (self.placed, self.painted, self.frames, self.destinations) = ([], [], [], [])
  }

  /// Lets go of what was not painted, which may know the pages.
  func drop() {
    (placed, painted, repeated, pending, frames, carriedFootnotes) = ([], [], [], [], [], [])
  }

  private var isPageEmpty: Bool { number == 0 || frames.isEmpty }

  // MARK: - Placing

  func add(_ item: LayoutItem) throws {
    pending.append(item)
    if !item.isMark || item.keepsWithNext { isWaiting = item.keepsWithNext }
    if !isWaiting { try flush() }
  }

  /// Places what was kept back for the sake of what follows.
  func flush() throws {
    let items = pending
    (pending, isWaiting) = ([], false)
    guard !items.isEmpty else { return }
    if isPageEmpty { try beginPage() }
    while !fits(items), canTurn { try nextFrame() }
    if !fits(items) { lower(items) }
    guard !fits(items) else { return items.forEach(place) }
    for part in Self.parts(items) {
      while !fits(part), canTurn { try nextFrame() }
      guard !fits(part) else {
        part.forEach(place)
        continue
      }
      var isKept = false
      for item in part {
        try placeAlone(item, isKept: isKept)
        if !item.isMark { isKept = item.keepsWithNext }
      }
    }
  }

  /// What stays together of a group that is higher than a page: headings with what follows, the first lines of a paragraph.
  private static func parts(_ items: [LayoutItem]) -> [[LayoutItem]] {
    var (parts, isClosed): ([[LayoutItem]], Bool) = ([], true)
    for item in items {
      // Marks behind an item are of it, but for those that stand with what follows.
      if isClosed, parts.isEmpty || !item.isMark || item.keepsWithNext {
        parts.append([])
        isClosed = false
      }
      parts[parts.count - 1].append(item)
      if !item.isMark { isClosed = !item.keepsWithNext || item.isKeptByGroup }
    }
    return parts
  }

  /// Whether the next frame may have more room than this one.
  private var canTurn: Bool { !isFresh || frames[frame].carriesFootnotes }

  /// Makes pictures lower, if that leaves room for what is kept with them.
  private func lower(_ items: [LayoutItem]) {
    let room = items.reduce(0) { $0 + $1.height - ($1.leastHeight ?? $1.height) }
    let lack = lack(of: items)
    guard room > 0, lack <= room else { return }
    for item in items {
      guard let least = item.leastHeight else { continue }
      item.height -= (item.height - least) * lack / room
    }
  }

  /// Places an item for which keeping things together is given up.
  ///
  /// - Parameter isKept: Whether it stands with what was placed last: then it is divided rather than put on the next frame.
  private func placeAlone(_ item: LayoutItem, isKept: Bool) throws {
    var (item, isKept) = (item, isKept)
    while !fits([item]) {
      if isKept || !canTurn {
        if placeDividingFootnotes(item) { return }
        if let (first, rest) = divided(item) {
          place(first)
          try nextFrame()
          (item, isKept) = (rest, false)
          continue
        }
      }
      guard canTurn else { throw tooHigh(item) }
      try nextFrame()
      isKept = false
    }
    place(item)
  }

  /// The part of an item that fits on the frame, and the rest.
  private func divided(_ item: LayoutItem) -> (LayoutItem, LayoutItem)? {
    var below = spacing
    let top = start - below.offset(of: item)
    var room = top - frames[frame].bottom - frames[frame].footnoteHeight - item.reserve
    // The part has footnotes too, how high is known only then.
    for _ in 0..<16 {
      guard room > 0, let parts = item.split?(room) else { return nil }
      let lack = lack(of: [parts.0])
      guard lack > 0.01 else { return parts }
      room -= lack
    }
    return nil
  }

  /// Places an item whose footnotes are longer than there is room: the next frame goes on with them.
  ///
  /// - Returns: Whether it was placed.
  private func placeDividingFootnotes(_ item: LayoutItem) -> Bool {
    guard !item.footnotes.isEmpty, carriedFootnotes.isEmpty else { return false }
    let room = Self.height(of: item.footnotes) - Self.footnoteSpace - lack(of: [item])
    let (fitting, rest) = Self.divide(item.footnotes, height: room)
    // Without any of them it has to fit too.
    guard room >= 0, !fitting.isEmpty || !canTurn else { return false }
    (item.footnotes, carriedFootnotes) = (fitting, rest)
    place(item)
    return true
  }

  private func tooHigh(_ item: LayoutItem) -> PDFError {
    let room = cursor - frames[frame].bottom - frames[frame].footnoteHeight - item.reserve
    let height = Int((item.height + Self.height(of: item.footnotes)).rounded(.up))
    let name = item.footnotes.isEmpty ? item.name : "\(item.name) with its footnotes"
    return PDFError(
      .invalidArgument,
      "\(name) is \(height) points high, and a page has room for \(Int(max(room, 0))): make it smaller.")
  }

  private func fits(_ items: [LayoutItem]) -> Bool {
    // Footnotes stand in the order of their numbers.
    (carriedFootnotes.isEmpty || items.allSatisfy(\.footnotes.isEmpty)) && lack(of: items) <= 0.01
  }

  /// How much room items lack on the frame; negative if there is more.
  private func lack(of items: [LayoutItem]) -> Double {
    var (spacing, footnotes) = (spacing, frames[frame].footnotes)
    // The end of a box needs no room: its border may touch the margin.
    for item in items where !item.isBoxEnd {
      _ = spacing.offset(of: item)
      footnotes += item.footnotes
    }
    let reserve = items.last { !$0.isMark }?.reserve ?? 0
    return frames[frame].bottom - (start - spacing.end - reserve - Self.height(of: footnotes))
  }

  private func place(_ item: LayoutItem) {
    let top = start - spacing.offset(of: item)
    switch item.box {
    case .begin(let frame)?: boxes.append((frame, top))
    case .end?:
      if let box = boxes.popLast() {
        painted.append((box.frame, frames[frame].x, box.top, max(top - item.height, frames[frame].bottom)))
      }
    case nil: break
    }
    put(item, x: frames[frame].x, top)
  }

  private func put(_ item: LayoutItem, x: Double, _ top: Double) {
    placed.append(Placed(item: item, x: x, top: top))
    item.wasPlaced?(self, top)
    frames[frame].footnotes += item.footnotes
    if !repeated.isEmpty, !item.isMark {
      repeated[repeated.count - 1].total += item.amount
      repeated[repeated.count - 1].hasRows = true
    }
  }

  /// Notes that a named place is on the page.
  func note(_ name: String, _ top: Double) { destinations.append((name, top)) }

  // MARK: - Repeating

  func beginRepeating(_ items: [LayoutItem], carrying carried: CarriedRows?) {
    repeated.append(Repeated(items: items, carried: carried))
  }
  func endRepeating() { _ = repeated.popLast() }

  // MARK: - Breaks

  func breakPage() throws {
    try flush()
    guard !isPageEmpty else { return }
    endFrame()
    try endPage()
  }

  func breakColumn() throws {
    try flush()
    if !isPageEmpty { try nextFrame() }
  }

  /// Ends the last page; a document without anything has one.
  func finish() throws {
    try flush()
    if number == 0 { try beginPage() }
    while !carriedFootnotes.isEmpty { if isPageEmpty { try beginPage() } else { try nextFrame() } }
    guard !isPageEmpty else { return }
    endFrame()
    try endPage()
  }

  // MARK: - Columns

  /// Places items in columns that end at the same height, as far as they can.
  ///
  /// - Parameters:
  ///   - step: From the edge of a column to that of the next.
  func place(_ items: [LayoutItem], inColumns count: Int, step: Double, space: Double) throws {
    // What waits for them stands with the first.
    let first = items.firstIndex { !$0.isMark && !$0.keepsWithNext }.map { items[...$0] } ?? items[...]
    if !pending.isEmpty, !isPageEmpty, canTurn, !fits(pending + first) { try nextFrame() }
    try flush()
    if isPageEmpty { try beginPage() }
    var rest = items[...]
    while !rest.isEmpty {
      let top = isFresh ? cursor : cursor - space
      let room = top - frames[frame].bottom - frames[frame].footnoteHeight
      var parts = Self.distribute(rest, count, height: room)
      if parts[0].isEmpty {
        guard !canTurn else {
          try nextFrame()
          continue
        }
        parts = Self.distribute(rest, count, height: room, isKeeping: false)
      }
      guard !parts[0].isEmpty else {
        throw PDFError(
          .invalidArgument,
          "\(rest[rest.startIndex].name) with its footnotes is higher than a page has room: make it smaller.")
      }
      if parts.reduce(0, { $0 + $1.count }) == rest.count {
        parts = Self.balanced(rest, count, room) ?? parts
      }
      var lowest = 0.0
      for (index, part) in parts.enumerated() {
        var spacing = Spacing()
        let column = isRightToLeft ? count - 1 - index : index
        for item in part {
          put(item, x: frames[frame].x + Double(column) * step, top - spacing.offset(of: item))
        }
        lowest = max(lowest, spacing.end)
      }
      spacing.skip(to: start - top + lowest, space: space)
      rest = rest.dropFirst(parts.reduce(0) { $0 + $1.count })
      if !rest.isEmpty { try nextFrame() }
    }
  }

  /// Fills columns of a height, one after the other, with as many items as there is room for.
  ///
  /// - Parameter isKeeping: Whether what stands with what follows does so.
  private static func distribute(
    _ items: ArraySlice<LayoutItem>, _ count: Int, height: Double, isKeeping: Bool = true
  ) -> [ArraySlice<LayoutItem>] {
    var (rest, footnotes, parts): (ArraySlice<LayoutItem>, [ItemStack], [ArraySlice<LayoutItem>]) = (
      items, [], []
    )
    for _ in 0..<count {
      var (spacing, end, isWaiting) = (Spacing(), rest.startIndex, false)
      for index in rest.indices {
        let item = rest[index]
        var next = spacing
        _ = next.offset(of: item)
        guard next.end + Self.height(of: footnotes + item.footnotes) <= height + 0.01 else { break }
        spacing = next
        footnotes += item.footnotes
        if !item.isMark || item.keepsWithNext { isWaiting = isKeeping && item.keepsWithNext }
        // Columns end where pages may.
        if !isWaiting || item.endsColumn || index == rest.endIndex - 1 { end = index + 1 }
        if item.endsColumn { break }
      }
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return parts
  }

  /// The lowest columns that have room for all.
  private static func balanced(
    _ items: ArraySlice<LayoutItem>, _ count: Int, _ room: Double
  ) -> [ArraySlice<LayoutItem>]? {
    var (low, high) = (0.0, room)
    var best: [ArraySlice<LayoutItem>]?
    for _ in 0..<24 where high - low > 0.5 {
      let middle = (low + high) / 2
      let parts = distribute(items, count, height: middle)
      if parts.reduce(0, { $0 + $1.count }) == items.count {
        (best, high) = (parts, middle)
      } else {
        low = middle
      }
    }
    return best
  }
}
