import GTKKit
import PostilViewer

/// A page in the grid: its picture and its number.
final class GridCell: CustomWidget {
  private unowned let grid: GridView
  private let label = Label()
  private var page: PageID?
  private var isCurrent = false
  private var isFocused = false
  private var isDragged = false
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
    let number = cell.slot + 1
    let changes =
      cell.page != page || label.text != grouped(number) || isFocused != self.isFocused
      || cell.isDragged != isDragged || isCurrent != self.isCurrent
    guard changes else { return }
    (page, self.isFocused, self.isDragged, self.isCurrent) = (cell.page, isFocused, cell.isDragged, isCurrent)
    label.text = grouped(number)
    label.setClass("current", isCurrent)
    setAccessibleLabel(tr("Page %1 of %2", grouped(number), grouped(count)))
    setAccessibleSelected(isFocused)
    queueDraw()
    queueAllocate()
  }

  override func layout(width: Double, height: Double) {
    place(label, at: labelFrame)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let page else { return }
    let grows = isDragged ? 1.06 : 1.0
    snapshot.saved {
      if isDragged {
        snapshot.translate(width * (1 - grows) / 2, height * (1 - grows) / 2)
        snapshot.scale(grows, grows)
      }
      let shadow = isDragged ? (alpha: 0.45, dy: 6.0, blur: 18.0) : (alpha: 0.25, dy: 1.0, blur: 5.0)
      snapshot.shadow(picture, RGBA(0, 0, 0, shadow.alpha), dy: shadow.dy, blur: shadow.blur)
      snapshot.fill(picture, RGBA(1, 1, 1))
      if let thumbnail = grid.session.thumbnails.picture(of: page) {
        grid.nodes.paint(thumbnail, in: picture, on: snapshot)
      }
      paintFrame(on: snapshot)
      snapshotChildren(snapshot)
    }
  }

  private func paintFrame(on snapshot: Snapshot) {
    if isFocused {
      snapshot.frame(picture.insetBy(-5), width: 3, accent, radius: 6)
    } else if isCurrent {
      snapshot.frame(picture.insetBy(-3), width: 1.5, accent, radius: 4)
    }
  }
}
