import Foundation
import PostilFile
import PostilModel

/// What stands on one page as a whole: a line of a paragraph, a row of a table, a picture.
final class LayoutItem {
  var height: Double
  /// How low it may be made, to leave room for what it stands with; `nil`: not at all.
  var leastHeight: Double?
  /// The least room above it, which a page does not begin with, and below it.
  var (spaceBefore, spaceAfter) = (0.0, 0.0)
  /// Whether it stands on one page with what follows.
  var keepsWithNext = false
  /// Whether it does so only for the sake of a group that is to stay together: given up before the others.
  var isKeptByGroup = false
  /// From its top to its first baseline, if it has one.
  var baseline: Double?
  var footnotes: [ItemStack] = []
  /// The room that has to be left below it on its page.
  var reserve = 0.0
  /// What it adds to the total that its table carries over.
  var amount = Decimal()
  /// Whether it is a mere mark, which takes no room and parts nothing; ``spaceAfter`` counts.
  var isMark = false
  /// Whether the column ends behind it.
  var endsColumn = false
  var box: BoxMark?
  /// Paints it: where its frame begins, and its upper edge, in page space.
  var draw: ((PageCanvas, _ x: Double, _ top: Double) throws -> Void)?
  /// Divides what is higher than a page: what fits into a height, and the rest; `nil` if nothing fits.
  var split: ((Double) -> (LayoutItem, LayoutItem)?)?
  /// Called when it is known where it stands.
  var wasPlaced: ((PageFlow, _ top: Double) -> Void)?
  /// What it is, for messages.
  var name = "a part of the document"

  init(height: Double) { self.height = height }

  /// Something that happens between two items.
  static func mark(_ draw: @escaping (PageCanvas) throws -> Void) -> LayoutItem {
    let item = LayoutItem(height: 0)
    item.isMark = true
    item.draw = { canvas, _, _ in try draw(canvas) }
    return item
  }

  var footnoteHeight: Double { footnotes.reduce(0) { $0 + $1.height } }
}

/// The rows of a table that a page does not end, at its foot and at the head of the next.
struct CarriedRows {
  let height: Double
  let item: (_ total: Decimal, _ isAtFoot: Bool) throws -> LayoutItem
}

/// Where a box begins or ends among items.
enum BoxMark {
  case begin(BoxFrame)
  case end
}

/// A box around items.
struct BoxFrame {
  let style: BoxStyle
  /// From the edge of the frame that items stand in.
  let x: Double
  let width: Double

  /// Paints the part of it that a page has.
  func paint(_ canvas: PageCanvas, _ x: Double, top: Double, bottom: Double) {
    let rect = PageRect(
      corner: PagePoint(x: x + self.x, y: bottom), corner: PagePoint(x: x + self.x + width, y: top))
    canvas.paint(rect, fill: style.background, border: style.border, width: style.borderWidth)
  }
}

/// Items one below the other that no page divides: what is in a cell, a footnote, a header.
struct ItemStack {
  var items: [LayoutItem]

  /// The upper edge of each below that of the stack.
  private var offsets: [Double] {
    var spacing = Spacing()
    return items.map { spacing.offset(of: $0) }
  }

  var height: Double { zip(items, offsets).map { $0.height + $1 }.max() ?? 0 }
  var baseline: Double? { items.first { !$0.isMark }?.baseline }
  var footnotes: [ItemStack] { items.flatMap(\.footnotes) }

  func draw(_ canvas: PageCanvas, _ x: Double, _ top: Double) throws {
    let offsets = offsets
    var open: [(frame: BoxFrame, top: Double)] = []
    for (item, offset) in zip(items, offsets) {
      switch item.box {
      case .begin(let frame)?: open.append((frame, top - offset))
      case .end?:
        if let box = open.popLast() {
          box.frame.paint(canvas, x, top: box.top, bottom: top - offset - item.height)
        }
      case nil: break
      }
    }
    for (item, offset) in zip(items, offsets) { try item.draw?(canvas, x, top - offset) }
  }

  /// Tells the items where they stand.
  func wasPlaced(in flow: PageFlow, _ top: Double) {
    for (item, offset) in zip(items, offsets) { item.wasPlaced?(flow, top - offset) }
  }

  /// What fits into a height, and the rest.
  func split(at height: Double) -> (ItemStack, ItemStack) {
    let fitting = zip(items, offsets).prefix { $0.height + $1 <= height + 0.01 }.count
    return (ItemStack(items: Array(items[..<fitting])), ItemStack(items: Array(items[fitting...])))
  }
}

/// Where items stand below each other: of the room below one and that above the next the larger counts; nothing begins with room.
struct Spacing {
  /// The lower edge of the last one below where it began.
  private(set) var end = 0.0
  private var space = 0.0
  private(set) var isFresh = true

  /// Goes on behind an item.
  ///
  /// - Returns: Its upper edge below where it began.
  mutating func offset(of item: LayoutItem) -> Double {
    if item.isMark {
      space = max(space, item.spaceAfter)
      return end
    }
    if !isFresh, !item.isBoxEnd { end += max(space, item.spaceBefore) }
    let start = end
    end += item.height
    // A box has its own room inside.
    (space, isFresh) = (item.spaceAfter, item.isBoxBegin)
    return start
  }

  /// Goes on behind what was placed otherwise.
  mutating func skip(to end: Double, space: Double) { (self.end, self.space, isFresh) = (end, space, false) }
}

extension LayoutItem {
  var isBoxBegin: Bool { if case .begin? = box { true } else { false } }
  var isBoxEnd: Bool { if case .end? = box { true } else { false } }
}
