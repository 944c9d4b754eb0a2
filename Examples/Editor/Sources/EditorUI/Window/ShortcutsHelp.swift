import GTKKit

/// The list of keyboard shortcuts.
final class ShortcutsHelp: ScrolledWindow {
  private static var shortcuts: [[(keys: String, text: String)]] {
    [
      [
        ("Ctrl+O", tr("Open")), ("Ctrl+S", tr("Save")), ("Ctrl+Shift+S", tr("Save As")),
        ("Ctrl+P", tr("Print")), ("Alt+Return", tr("Document Properties")),
        ("Ctrl+W", tr("Done")), ("Ctrl+Q", tr("Save and close all windows")),
      ],
      [
        ("0–9, L", tr("Take a tool, or put it down")), ("Ctrl+Z", tr("Undo")), ("Ctrl+Shift+Z", tr("Redo")),
        ("Ctrl+R", tr("Rotate Page")),
        ("Delete", tr("Clear Page")), ("Shift", tr("Straight lines, squares, circles")),
        ("Escape", tr("Give up what was begun")),
      ],
      [
        ("Ctrl+U", tr("Ruler")), (tr("Alt+Arrows"), tr("Move the ruler; with Shift farther")),
        (tr("Alt+Page Up, Alt+Page Down"), tr("Turn the ruler; with Shift by 15 degrees")),
      ],
      [
        (tr("Arrows"), tr("Move what is selected; with Shift farther")),
        (tr("Ctrl+Arrows"), tr("Make it larger or smaller; with Shift by more")),
        ("Tab", tr("Select the next annotation")),
        ("Delete", tr("Delete what is selected")), ("Ctrl+C, Ctrl+X, Ctrl+V", tr("Copy, cut, paste")),
        ("Ctrl+D", tr("Duplicate")), ("Ctrl+A", tr("Select All")),
        ("Ctrl+Page Up, Ctrl+Page Down", tr("Bring forward, send backward")),
        ("Ctrl+M", tr("Mark for Redaction")), ("Ctrl+Shift+M", tr("Apply Redactions")),
      ],
      [
        ("Shift+F7", tr("Caret in the Text")),
        (tr("Arrows, Home, End"), tr("Move the caret; with Ctrl farther")),
        (tr("Shift+Arrows"), tr("Select text")), ("Shift+F10", tr("Copy or mark what is selected")),
        (tr("Return"), tr("Follow the link, or use the tool, at the caret")),
      ],
      [
        ("Tab, Shift+Tab", tr("Next field of a form, previous field")),
        (tr("Space"), tr("Check a box, open a list")), ("F4", tr("Open a list or a calendar")),
        ("Ctrl+Return", tr("End several lines of text")),
      ],
      [
        ("Page Up, Page Down", tr("Previous page, next page")),
        ("Home, End", tr("First page, last page")), ("Ctrl+L", tr("Go to a page")), ("F9", tr("All Pages")),
        ("F6", tr("Layers")), ("F7", tr("Outline")), ("F8", tr("Comments")),
        ("Ctrl+F", tr("Search")), ("Ctrl+G, Ctrl+Shift+G", tr("Next match, previous match")),
        (tr("Space"), tr("Move the page with a tool in hand")),
      ],
      [
        ("Ctrl+B", tr("Add the Page to the Outline")), ("F2", tr("In the outline: rename")),
        (tr("Alt+Up, Alt+Down"), tr("Move up, move down")),
        (tr("Alt+Left, Alt+Right"), tr("Outdent, indent")), ("Delete", tr("Delete the item")),
      ],
      [
        (tr("Shift+Arrows"), tr("In all pages: select several")),
        (tr("Space"), tr("Select or deselect the page")), (tr("Ctrl+Arrows"), tr("Move the selected pages")),
        (tr("Return"), tr("Show the page")), ("Delete", tr("Delete the selected pages")),
      ],
      [
        ("Ctrl+H", tr("Revisions")), ("Ctrl+Shift+H", tr("Compare With")),
        (tr("Alt+Left, Alt+Right"), tr("In revisions: older, newer")),
        ("Ctrl+G, Ctrl+Shift+G", tr("Next change, previous change")),
      ],
      [
        ("Ctrl+Plus, Ctrl+Minus", tr("Zoom in, zoom out")), ("Ctrl+0", tr("Whole Page")),
        ("Ctrl+1", tr("Full size")), ("Ctrl+2", tr("Page Width")), ("F11", tr("Full Screen")),
        ("F10", tr("Menu")), ("F1", tr("Keyboard Shortcuts")),
      ],
    ]
  }

  /// The same for terminals: a line for each, groups apart.
  static var text: String {
    let width = shortcuts.joined().map(\.keys.count).max() ?? 0
    return shortcuts.map { group in
      group.map { keys, text in
        "  \(keys)\(String(repeating: " ", count: width + 2 - keys.count))\(text)\n"
      }.joined()
    }.joined(separator: "\n")
  }

  init() {
    let column = Box(.vertical, spacing: 14)
    column.margin = 12
    super.init(column)
    fitsContent(upTo: 640)
    for group in Self.shortcuts {
      let rows = Box(.vertical, spacing: 6)
      for shortcut in group { rows.append(Self.row(shortcut.keys, shortcut.text)) }
      column.append(rows)
    }
  }

  private static func row(_ keys: String, _ text: String) -> Box {
    let name = Label(text)
    name.textAlignment = 0
    name.expandsWidth = true
    name.wraps = true
    name.maximumLetters = 22
    let key = Label(keys)
    key.setClass("dim-label")
    key.textAlignment = 1
    key.wraps = true
    key.maximumLetters = 16
    return Box(.horizontal, spacing: 18, [name, key])
  }
}
