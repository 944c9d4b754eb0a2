/// The texts of a message, and what it offers.
struct MessageText: Sendable {
  let title: String
  let advice: String
  let actions: [ViewerMessage.Action]

  init(_ title: String, _ advice: String, _ actions: ViewerMessage.Action...) {
    self.title = title
    self.advice = advice
    self.actions = actions
  }

  typealias Table = [PDFError.Code: MessageText]

  /// The words for an error: those for its kind, else what can be said of any error.
  static func of(_ code: PDFError.Code?, during activity: ViewerMessage.Activity) -> MessageText {
    let (table, general) = words(activity)
    return code.flatMap { table[$0] } ?? general
  }

  /// All words that there are.
  static var all: [MessageText] {
    ViewerMessage.Activity.allCases.flatMap { activity in
      let (table, general) = words(activity)
      return Array(table.values) + [general]
    }
  }

  private static func words(_ activity: ViewerMessage.Activity) -> (Table, general: MessageText) {
    switch activity {
    case .opening: (opening, openingFailed)
    case .saving: (saving, savingFailed)
    case .editing: (editing, editingFailed)
    case .searching: (searching, searchingFailed)
    case .showing: (showing, showingFailed)
    }
  }
}
