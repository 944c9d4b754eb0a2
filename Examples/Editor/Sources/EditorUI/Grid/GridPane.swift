import GTKKit
import PostilViewer

/// The grid of all pages, and the commands on those that are selected.
final class GridPane: Box {
  let grid: GridView
  let toast = Toast()
  private let middle: Overlay
  private let count = Label()
  private var menu: PopoverMenu?

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    grid = GridView(session)
    middle = Overlay(grid, [toast])
    super.init(.vertical)
    (middle.expandsWidth, middle.expandsHeight) = (true, true)
    append(middle)
    append(bar)
    grid.onSelect = { [unowned commands] in commands.selectedPages = $0 }
    grid.onMenu = { [unowned self] in showMenu(at: $0) }
    grid.onDrop = { [unowned commands] in commands.insert($0, at: $1) }
    addKeys(commands)
    observe { [unowned self, unowned commands] in
      let selected = commands.selectedPages.count
      count.text =
        selected > 0
        ? trn("%1 page selected", "%1 pages selected", selected)
        : trn("%1 page", "%1 pages", session.pages.count)
    }
    WidgetNames.name(grid, "pages")
  }

  /// The most used commands. All are in the context menu too.
  private var bar: Widget {
    let buttons: [(icon: String, name: String, keys: String, action: String, rank: Int)] = [
      ("list-add-symbolic", tr("Insert Pages of a File…"), "", "pages-insert-file", 3),
      ("object-rotate-left-symbolic", tr("Turn Left"), "Ctrl+Shift+R", "pages-turn-left", 1),
      ("object-rotate-right-symbolic", tr("Turn Right"), "Ctrl+R", "pages-turn-right", 2),
      ("edit-copy-symbolic", tr("Duplicate"), "Ctrl+D", "pages-duplicate", 1),
      ("document-save-as-symbolic", tr("Extract to a New File…"), "", "pages-extract", 0),
      ("user-trash-symbolic", tr("Delete"), "Delete", "pages-delete", 3),
    ]
    let row = AdaptiveRow(
      buttons.map { entry in
        let button = Button(icon: entry.icon, name: entry.name)
        if !entry.keys.isEmpty { button.hint(entry.name, entry.keys) }
        button.action = "win.\(entry.action)"
        button.setClass("flat")
        button.takesFocusOnClick = false
        WidgetNames.name(button, entry.action)
        return (button, .whenThereIsRoom(rank: entry.rank))
      })
    row.expandsWidth = true
    count.setClass("numeric")
    count.shortensEnd()
    count.setMargins(start: 8, end: 8)
    WidgetNames.name(count, "pages.count")
    let bar = Box(.horizontal, spacing: 6, [row, count])
    bar.setClass("gridbar")
    return bar
  }

  private func addKeys(_ commands: EditorCommands) {
    let keys: [(String, @MainActor () -> Void)] = [
      ("Delete", { commands.removePages() }), ("KP_Delete", { commands.removePages() }),
      ("<Control>d", { commands.duplicatePages() }),
      ("<Control>a", { [unowned self] in grid.change { $0.selectAll() } }),
      ("<Control><Shift>a", { [unowned self] in grid.change { $0.clearSelection() } }),
    ]
    for (key, handler) in keys {
      grid.addShortcut(key) {
        handler()
        return true
      }
    }
  }

  private func showMenu(at place: Point) {
    menu?.unparent()
    let new = PopoverMenu(
      Menu([
        [(tr("Turn Left"), "win.pages-turn-left"), (tr("Turn Right"), "win.pages-turn-right")],
        [
          (tr("Duplicate"), "win.pages-duplicate"), (tr("Extract to a New File…"), "win.pages-extract"),
          (tr("Delete"), "win.pages-delete"),
        ],
        [
          (tr("Insert Blank Page"), "win.pages-insert-blank"),
          (tr("Insert Pages of a File…"), "win.pages-insert-file"),
        ],
        [(tr("Select All"), "win.pages-select-all")],
      ]))
    // Not to the grid, which lays out its children itself.
    new.attach(to: middle)
    new.point(at: Rect(x: place.x, y: place.y, width: 1, height: 1))
    new.onClose { [unowned self] in grid.grabFocus() }
    menu = new
    new.popUp()
  }
}
