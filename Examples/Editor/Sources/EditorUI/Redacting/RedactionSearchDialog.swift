import GTKKit
import PostilViewer

/// Asks what is to be marked for redaction everywhere: a text, or what looks like something.
final class RedactionSearchDialog: Window {
  /// What can be searched for.
  enum Choice: CaseIterable {
    case text, emailAddresses, phoneNumbers, cardNumbers, expression

    fileprivate var name: String {
      switch self {
      case .text: tr("Text")
      case .emailAddresses: tr("E-mail addresses")
      case .phoneNumbers: tr("Telephone numbers")
      case .cardNumbers: tr("Numbers of payment cards")
      case .expression: tr("Regular expression")
      }
    }
  }

  private unowned let commands: EditorCommands
  private(set) var buttons: [(choice: Choice, button: CheckButton)] = []
  let text = TextField()
  let expression = TextField()
  private let ignoresCase = CheckButton(tr("Also with other capital letters"))
  private let wholeWords = CheckButton(tr("Whole words only"))
  let notice = RedactionDialog.text()
  private let spinner = Spinner()
  let cancel = Button(tr("Cancel"))
  let mark = Button(tr("Mark All"))
  private var work: Task<Void, Never>?

  /// Shows it. The text of the search is suggested.
  @discardableResult
  static func show(_ commands: EditorCommands, over parent: Window) -> RedactionSearchDialog {
    let dialog = RedactionSearchDialog(commands, over: parent)
    dialog.present()
    dialog.text.grabFocus()
    dialog.text.selectAll()
    return dialog
  }

  private init(_ commands: EditorCommands, over parent: Window) {
    self.commands = commands
    super.init()
    title = tr("Mark for Redaction")
    makeDialog(of: parent)
    fill()
    connect()
    follow()
  }

  private func fill() {
    let content = Box(.vertical, spacing: 8)
    content.margin = 20
    content.append(RedactionDialog.text(tr("Everything that is found is marked. Marks remove nothing yet.")))
    for choice in Choice.allCases {
      let button = CheckButton(choice.name)
      if let first = buttons.first?.button { button.join(first) }
      button.onToggle { [unowned self] in follow() }
      buttons.append((choice, button))
      content.append(button)
      switch choice {
      case .text:
        button.isActive = true
        add([text, ignoresCase, wholeWords], to: content)
      case .expression: add([expression], to: content)
      case .emailAddresses, .phoneNumbers, .cardNumbers: break
      }
    }
    text.text = commands.session.search.text
    ignoresCase.isActive = true
    text.nameInside(tr("Text"))
    expression.nameInside(tr("Regular expression"))
    for button in [cancel, mark] { button.expandsWidth = true }
    mark.setClass("suggested-action")
    let row = Box(.horizontal, spacing: 12, [cancel, mark])
    row.isHomogeneous = true
    for part in [notice, spinner, row] as [Widget] { content.append(part) }
    setContent(content)
  }

  private func add(_ parts: [Widget], to content: Box) {
    for part in parts {
      part.setMargins(start: 26)
      content.append(part)
    }
  }

  private func connect() {
    for (field, choice) in [(text, Choice.text), (expression, .expression)] {
      // Who types means what is typed.
      field.onChange { [unowned self] in
        buttons.first { $0.choice == choice }?.button.isActive = true
        follow()
      }
      field.onActivate { [unowned self] in if mark.isSensitive { markAll() } }
    }
    mark.onClick { [unowned self] in markAll() }
    cancel.onClick { [unowned self] in destroy() }
    addShortcut("Escape", .window) { [unowned self] in
      destroy()
      return true
    }
    on("destroy") { [unowned self] in work?.cancel() }
  }

  private var choice: Choice { buttons.first { $0.button.isActive }?.choice ?? .text }

  /// What is searched for; `nil` if that cannot be searched for.
  private var query: RedactionQuery? {
    switch choice {
    case .text:
      guard text.text.contains(where: { !$0.isWhitespace }) else { return nil }
      var options: SearchOptions = []
      if ignoresCase.isActive { options.insert(.ignoringCase) }
      if wholeWords.isActive { options.insert(.wholeWords) }
      return .text(text.text, options: options)
    case .emailAddresses: return .pattern(.emailAddresses)
    case .phoneNumbers: return .pattern(.phoneNumbers)
    case .cardNumbers: return .pattern(.cardNumbers)
    case .expression:
      guard !expression.text.isEmpty else { return nil }
      return (try? RedactionPattern(expression.text)).map { .pattern($0) }
    }
  }

  private func follow() {
    for box in [ignoresCase, wholeWords] { box.isEnabled = choice == .text }
    let isWrong = choice == .expression && !expression.text.isEmpty && query == nil
    notice.text = isWrong ? tr("This is not a regular expression: check its brackets and escapes.") : ""
    notice.setClass("error", isWrong)
    notice.isVisible = isWrong
    spinner.isVisible = work != nil
    mark.isEnabled = query != nil && work == nil
  }

  private func markAll() {
    guard let query, work == nil else { return }
    work = Task { [weak self, commands] in
      let found = await commands.markForRedaction(query)
      guard let self, isVisible else { return }
      work = nil
      follow()
      switch found {
      case nil: destroy()
      case 0:
        notice.text = tr("Nothing was found that is not marked already.")
        notice.isVisible = true
      default: destroy()
      }
    }
    follow()
  }
}
