import GTKKit
import PostilViewer

/// A page in the grid: its picture and its number.
final class GridCell: CustomWidget {
  private unowned let grid: GridView
  private let label = Label()
  private var page: PageID?
  private var isCurrent = false
  private var isFocused = false
  private var isSelected = false
  private var draggedCount = 0
  private var labelFrame = Rect(width: 0, height: 0)
  /// Where the picture is in the cell.
  private(set) var picture = Rect(width: 0, height: 0) { didSet { if picture != oldValue { queueDraw() } } }

  init(_ grid: GridView) {
    self.grid = grid
    super.init(css: "gridcell", role: .gridCell)
    label.setClass("numeric")
    add(label)
  }

  /// Updates the frames of the cell's parts; called in `layout` of the grid.
  func follow(_ cell: PageGrid.Cell) {
    func inside(_ part: ViewRect) -> Rect {
      mirrored(Rect(part).offset(x: -cell.bounds.x, y: -cell.bounds.y), in: cell.bounds.width)
    }
    (picture, labelFrame) = (inside(cell.frame), inside(cell.labelFrame))
  }

  /// Shows a page. Do not call it in `layout`: it may change the preferred size of the cell.
  func show(_ cell: PageGrid.Cell, isFocused: Bool, of count: Int) {
    let isCurrent = cell.index == grid.session.viewport.currentIndex && !cell.isDragged
    let text =
      cell.draggedCount > 1 ? trn("%1 page", "%1 pages", cell.draggedCount) : grouped(cell.slot + 1)
    let changes =
      cell.page != page || label.text != text || isFocused != self.isFocused
      || cell.isSelected != isSelected || cell.draggedCount != draggedCount || isCurrent != self.isCurrent
    guard changes else { return }
    (page, self.isFocused, self.isCurrent) = (cell.page, isFocused, isCurrent)
    (isSelected, draggedCount) = (cell.isSelected, cell.draggedCount)
    label.text = text
    label.setClass("current", isCurrent)
    label.setClass("selected", isSelected)
    setAccessibleLabel(tr("Page %1 of %2", grouped(cell.slot + 1), grouped(count)))
    setAccessibleSelected(isSelected)
    queueDraw()
    queueAllocate()
  }

  override func layout(width: Double, height: Double) {
    place(label, at: labelFrame)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let page else { return }
    let isDragged = draggedCount > 0
    let grows = isDragged ? 1.06 : 1.0
    snapshot.saved {
      if isDragged {
        snapshot.translate(width * (1 - grows) / 2, height * (1 - grows) / 2)
        snapshot.scale(grows, grows)
      } else if isSelected {
        paintSelection(on: snapshot)
      }
      // The pages that are dragged together lie below the one that is held.
      for place in (1..<max(min(draggedCount, 3), 1)).reversed() {
        paintPaper(picture.offset(x: 6 * Double(place), y: 6 * Double(place)), isDragged, on: snapshot)
      }
      paintPaper(picture, isDragged, on: snapshot)
      if let thumbnail = grid.session.thumbnails.picture(of: page) {
        grid.nodes.paint(thumbnail, in: picture, on: snapshot)
      }
      paintFrame(on: snapshot)
      snapshotChildren(snapshot)
    }
  }

  private func paintPaper(_ rect: Rect, _ isDragged: Bool, on snapshot: Snapshot) {
    let shadow = isDragged ? (alpha: 0.45, dy: 6.0, blur: 18.0) : (alpha: 0.25, dy: 1.0, blur: 5.0)
    snapshot.shadow(rect, RGBA(0, 0, 0, shadow.alpha), dy: shadow.dy, blur: shadow.blur)
    snapshot.fill(rect, RGBA(1, 1, 1))
  }

  /// What lies below a selected page and its number.
  private var plate: Rect {
    var plate = picture.insetBy(-5)
    plate.height = labelFrame.y + labelFrame.height - plate.y
    return plate
  }

  private func paintSelection(on snapshot: Snapshot) {
    var color = accent
    color.alpha = 0.3
    snapshot.clipped(to: plate, radius: 6) { snapshot.fill(plate, color) }
  }

  private func paintFrame(on snapshot: Snapshot) {
    if isSelected {
      snapshot.frame(picture.insetBy(-3), width: 3, accent, radius: 3)
    } else if isCurrent {
      snapshot.frame(picture.insetBy(-3), width: 1.5, accent, radius: 4)
    }
    if isFocused { snapshot.frame(plate, width: 2, accent, radius: 6) }
  }
}
