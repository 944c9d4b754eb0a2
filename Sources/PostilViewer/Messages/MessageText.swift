/// The texts and actions of a message.
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

  /// The texts of an error: those of its code, else the general ones.
  static func of(_ code: PDFError.Code?, during activity: ViewerMessage.Activity) -> MessageText {
    let (table, general) = texts(activity)
    return code.flatMap { table[$0] } ?? general
  }

  /// All texts.
  static var all: [MessageText] {
    ViewerMessage.Activity.allCases.flatMap { activity in
      let (table, general) = texts(activity)
      return Array(table.values) + [general]
    }
  }

  private static func texts(_ activity: ViewerMessage.Activity) -> (Table, general: MessageText) {
    switch activity {
    case .opening: (opening, openingFailed)
    case .saving: (saving, savingFailed)
    case .editing: (editing, editingFailed)
    case .filling: (filling, fillingFailed)
    case .searching: (searching, searchingFailed)
    case .showing: (showing, showingFailed)
    case .printing: (printing, printingFailed)
    case .inserting: (inserting, insertingFailed)
    case .extracting: (extracting, extractingFailed)
    case .journaling: ([:], journalingFailed)
    case .redacting: (redacting, redactingFailed)
    case .comparing: (comparing, comparingFailed)
    case .restoring: (restoring, restoringFailed)
    }
  }
}
