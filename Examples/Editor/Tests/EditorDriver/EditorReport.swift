import Foundation

/// What the editor tells of itself with `--report`. Lengths are pixels of the screen.
package struct EditorReport: Decodable, Equatable {
  /// `empty`, `opening`, `recoveryOffered`, `passwordNeeded`, `ready` or `failed`.
  package var state: String
  /// How many passwords were refused.
  package var refusals: Int
  /// The page in view, from 1; 0 if there is none.
  package var page: Int
  package var pageCount: Int
  /// Units a point.
  package var zoom: Double
  package var fit: String
  /// Which of its views the window shows.
  package var shown: String
  package var title: String
  package var isDark: Bool
  /// The tool in hand; empty if there is none.
  package var tool: String
  package var isSaving: Bool
  /// Whether all tiles in view are there.
  package var isComplete: Bool
  package var isDrawing: Bool
  /// How many drawings are not in the tiles yet.
  package var settling: Int
  /// The titles of the program's other windows.
  package var dialogs: [String]
  /// The title of the message in the window; empty if there is none.
  package var message: String
  /// The word about what was done; empty if there is none.
  package var toast: String
  package var canUndo: Bool
  package var canRedo: Bool
  package var undoName: String
  package var redoName: String
  /// Whether there are changes that are not saved.
  package var unsaved: Bool
  package var file: String
  /// The pages that are selected in the grid, from 1.
  package var selectedPages: [Int]
  /// The place, from 1, at which what is dragged over the grid from outside would be inserted; 0 if nothing is.
  package var insertsAt: Int
  /// How many annotations are selected.
  package var selected: Int
  /// The text that is selected.
  package var selectedText: String
  /// How many characters of the page are before the caret; -1 if there is none.
  package var caret: Int
  /// The text that is being typed.
  package var typing: String
  package var isTyping: Bool
  /// The full name of the form field with the focus; empty if none has it.
  package var field: String
  /// The text that is being entered into it.
  package var fieldText: String
  package var isFilling: Bool
  /// Whether its list or its calendar is open.
  package var isListOpen: Bool
  /// The highlighted fields of the page in view, in tab order.
  package var fields: [Widget]
  /// How many required fields are empty.
  package var missing: Int
  /// The texts of the rows of the outline, while it is shown.
  package var outline: [String]
  /// The text of the row of the section in view.
  package var section: String
  /// How many comments are listed.
  package var comments: Int
  /// The handles of the selection: places without extent.
  package var handles: [Widget]
  package var search: Search
  package var style: Style
  package var comparing: Comparing
  /// Where the widgets are that have a name and are shown.
  package var places: [String: Widget]
  /// The pages of the scrubber.
  package var slots: [ScrollAnchor]
  /// The pages of the grid that are in view.
  package var cells: [ScrollAnchor]

  /// How far the search is.
  package struct Search: Decodable, Equatable {
    package var text: String
    package var count: Int
    /// Which match is looked at, from 1; 0 if none is.
    package var current: Int
    package var isSearching: Bool
    package var isOpen: Bool
  }

  /// What is looked back at, or compared with.
  package struct Comparing: Decodable, Equatable {
    /// The number of the revision that is shown, and how many there are.
    package var revision: Int
    package var revisions: Int
    /// Whether it is shown and compared.
    package var isDone: Bool
    /// The page in view, from 1; 0 if there is none.
    package var page: Int
    /// The titles of the changes.
    package var changes: [String]
    /// The change that was gone to, from 1; 0 if none was.
    package var current: Int
    package var title: String
  }

  /// How the tool in hand draws; colours are `RRGGBB`.
  package struct Style: Decodable, Equatable {
    package var color: String
    package var width: Double
    package var opacity: Double
    package var fill: String
  }

  /// A widget.
  package struct Widget: Decodable, Equatable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// Whether it can be used; `nil` if that makes no sense.
    package var enabled: Bool?
    /// Whether it is pressed, if it is one that stays so.
    package var active: Bool?
  }

  /// A page in the scrubber or the grid, from 1.
  package struct ScrollAnchor: Decodable, Equatable {
    package var page: Int
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    /// Its middle.
    package var centre: Place { Place(x + width / 2, y + height / 2) }
  }
}

extension EditorReport.Widget {
  /// Its middle.
  package var centre: Place { place(0.5, 0.5) }

  /// A place in it, in fractions of its width and height.
  package func place(_ x: Double, _ y: Double) -> Place { Place(self.x + width * x, self.y + height * y) }
}
