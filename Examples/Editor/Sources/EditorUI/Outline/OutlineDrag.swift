import GTKKit
import PostilViewer

/// Drags an item of the outline to another place.
final class OutlineDrag {
  private unowned let pane: OutlinePane
  private let session: ViewerSession
  private let gesture = DragGesture()
  private var start: Point?
  /// The item that is dragged.
  private var item: OutlineItem.ID?
  private var target: DocumentOutline.DropPlace?
  private weak var marked: OutlineRow?
  /// How far the pointer moves before an item is dragged.
  private static let tolerance = 8.0

  init(_ pane: OutlinePane, _ session: ViewerSession) {
    (self.pane, self.session) = (pane, session)
    gesture.onBegin { [unowned self] in start = gesture.lastEvent?.device == .touch ? nil : $0 }
    gesture.onMove { [unowned self] in move(by: $0) }
    gesture.onEnd { [unowned self] _ in
      if let item, let target { session.outline.move(item, to: target) }
      end()
    }
    gesture.onCancel { [unowned self] in end() }
    pane.list.add(gesture)
  }

  private func move(by offset: Point) {
    guard let start else { return }
    let list = pane.list
    if item == nil {
      guard abs(offset.x) + abs(offset.y) > Self.tolerance, let found = list.index(at: start)?.index else {
        return
      }
      item = pane.item(at: found)?.id
      gesture.claim()
      list.setCursor("grabbing")
    }
    let place = Point(x: start.x + offset.x, y: start.y + offset.y)
    mark(nil, nil)
    guard let item, let found = list.index(at: place), let row = pane.item(at: found.index),
      let widget = list.row(at: found.index) as? OutlineRow
    else { return }
    // Rows at the edge come into view.
    if found.index > 0 { list.scroll(to: found.index - 1) }
    list.scroll(to: found.index + 1)
    let mark: OutlineRow.DropMark = found.share < 0.3 ? .before : found.share > 0.7 ? .after : .below
    // Behind an open item is before the first one below it.
    let target: DocumentOutline.DropPlace =
      switch mark {
      case .before: .before(row.id)
      case .below: .below(row.id)
      case .after:
        row.isOpen ? pane.item(at: found.index + 1).map { .before($0.id) } ?? .after(row.id) : .after(row.id)
      }
    guard session.outline.canMove(item, to: target) else { return }
    self.mark(widget, mark)
    self.target = target
  }

  private func mark(_ row: OutlineRow?, _ mark: OutlineRow.DropMark?) {
    if row !== marked { marked?.mark(nil) }
    marked = row
    row?.mark(mark)
    if row == nil { target = nil }
  }

  private func end() {
    if item != nil { pane.list.setCursor(nil) }
    mark(nil, nil)
    (start, item) = (nil, nil)
  }
}
