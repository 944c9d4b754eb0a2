import GTKKit
import PostilViewer

/// Older states of the file, or another file, beside or over the document: a slider through time, pages to be read, and the list
/// of what is different.
final class ComparisonPane: Box {
  private let comparing: DocumentComparing
  private unowned let commands: EditorCommands
  let title = Label()
  private let detail = Label()
  let slider = Scale(.horizontal, 1...2, step: 1, name: tr("Revision"))
  let withPresent = CheckButton(tr("Compare with the present state"))
  let restore = Button(tr("Restore"))
  let copy = Button(tr("Save a Copy…"))
  let single = ToggleButton(toggle: "view-paged-symbolic", name: tr("One Document"))
  let sideBySide = ToggleButton(toggle: "view-dual-symbolic", name: tr("Side by Side"))
  let overlaid = ToggleButton(toggle: "postil-overlaid-symbolic", name: tr("Over Each Other"))
  let previous = Button(icon: "go-up-symbolic", name: tr("Previous Change"))
  let next = Button(icon: "go-down-symbolic", name: tr("Next Change"))
  let close = Button(tr("Close"))
  /// The older document, or the only one.
  let canvas: ComparisonCanvas
  /// The newer document, beside the older one.
  let second: ComparisonCanvas
  let changes: ChangeList
  private let progress = ProgressBar(name: tr("How much was compared"))
  private let waiting = Spinner()
  private let revisionRow: Box
  private var wasReady = false
  /// How many revisions the slider has marks for; of more than can be told apart none are marked.
  private var stops = 0
  private static let mostMarks = 60
  private var isAsking = false
  /// Whether the slider is set to what is shown.
  private var isFollowing = false

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    let comparing = session.comparing
    (self.comparing, self.commands) = (comparing, commands)
    canvas = ComparisonCanvas(comparing) {
      switch comparing.layout {
      case .single: comparing.shownSide
      case .sideBySide: comparing.older == nil ? .newer : .older
      case .overlaid: .newer
      }
    }
    second = ComparisonCanvas(comparing) { .newer }
    changes = ChangeList(comparing)
    revisionRow = Box(.horizontal, spacing: 8)
    super.init(.vertical)
    fill()
    connect()
    observe { [unowned self] in follow() }
    let names: [(String, Widget)] = [
      ("slider", slider), ("present", withPresent), ("restore", restore), ("copy", copy), ("single", single),
      ("sideBySide", sideBySide), ("overlaid", overlaid), ("previous", previous), ("next", next),
      ("close", close), ("canvas", canvas), ("second", second), ("title", title),
    ]
    for (name, widget) in names { WidgetNames.name(widget, "comparing.\(name)") }
  }

  private func fill() {
    title.setClass("heading")
    detail.setClass("dim-label")
    for label in [title, detail] {
      label.textAlignment = 0
      label.shortensEnd()
    }
    let words = Box(.vertical, [title, detail])
    words.expandsWidth = true
    for button in [sideBySide, overlaid] { button.join(single) }
    let buttons = AdaptiveRow([
      (single, .whenThereIsRoom(rank: 1)), (sideBySide, .whenThereIsRoom(rank: 1)),
      (overlaid, .whenThereIsRoom(rank: 1)), (previous, .whenThereIsRoom(rank: 2)),
      (next, .whenThereIsRoom(rank: 2)), (close, .always),
    ])
    for button in [single, sideBySide, overlaid, previous, next] as [Widget] {
      button.setClass("flat")
      button.takesFocusOnClick = false
    }
    previous.hint(tr("Previous Change"), "Ctrl+Shift+G")
    next.hint(tr("Next Change"), "Ctrl+G")
    let row = Box(.horizontal, spacing: 8, [waiting, words, buttons])
    row.setMargins(top: 6, bottom: 4, start: 10, end: 8)
    slider.expandsWidth = true
    slider.setMinimumSize(width: 120)
    slider.showsValue = false
    for child in [
      slider,
      AdaptiveRow([
        (withPresent, .whenThereIsRoom(rank: 0)), (copy, .whenThereIsRoom(rank: 1)), (restore, .always),
      ]),
    ] as [Widget] { revisionRow.append(child) }
    revisionRow.setMargins(bottom: 6, start: 10, end: 8)
    progress.alignY = .end
    let bar = Overlay(Box(.vertical, [row, revisionRow]), [progress])
    bar.setClass("search")
    bar.setClass("comparison")
    append(bar)
    append(ComparisonArea([canvas, second], changes))
    restore.tooltip = tr("Appends this content to the file; nothing of what came later is lost")
  }

  private func connect() {
    let comparing = comparing
    slider.onChange { [unowned self] in
      guard comparing.state == .ready, !isFollowing else { return }
      comparing.select(Int(slider.value.rounded()))
    }
    withPresent.onToggle { [unowned self] in comparing.basis = withPresent.isActive ? .present : .previous }
    for (button, layout) in [
      (single, .single), (sideBySide, .sideBySide), (overlaid, .overlaid),
    ] as [(ToggleButton, DocumentComparing.Layout)] {
      button.onToggle { [unowned button] in if button.isActive { comparing.layout = layout } }
    }
    restore.onClick { [unowned self] in commands.restoreRevision() }
    copy.onClick { [unowned self] in commands.copyRevision() }
    previous.onClick { comparing.previous() }
    next.onClick { comparing.next() }
    close.onClick { comparing.close() }
    for (key, step) in [("<Alt>Left", -1), ("<Alt>Right", 1)] {
      addShortcut(key) {
        comparing.select(comparing.selectedNumber + step)
        return true
      }
    }
  }

  private func follow() {
    let isReady = comparing.state == .ready
    let isOfRevisions = comparing.subject == .revisions
    waiting.isVisible = !isReady || comparing.isRestoring
    revisionRow.isVisible = isReady && isOfRevisions
    let count = comparing.revisions.count
    if isReady, isOfRevisions {
      isFollowing = true
      slider.setRange(1...Double(max(count, 2)))
      if count != stops {
        stops = count
        slider.setMarks(count > 1 && count <= Self.mostMarks ? (1...count).map(Double.init) : [])
      }
      slider.value = Double(comparing.selectedNumber)
      isFollowing = false
      slider.isEnabled = count > 1
    }
    withPresent.isActive = comparing.basis == .present
    let layout = comparing.layout
    (single.isActive, sideBySide.isActive, overlaid.isActive) = (
      layout == .single, layout == .sideBySide, layout == .overlaid
    )
    second.isVisible = layout == .sideBySide && comparing.older != nil
    restore.isEnabled = comparing.canRestore
    for button in [previous, next] { button.isEnabled = !comparing.changes.isEmpty }
    progress.isVisible = isReady && comparing.progress != nil
    progress.fraction = comparing.progress ?? 0
    describe()
    if isReady, !wasReady { (isOfRevisions && count > 1 ? slider : canvas as Widget).grabFocus() }
    wasReady = isReady
    if case .passwordNeeded(let name, let refusals) = comparing.state { ask(name, isRefused: refusals > 0) }
  }

  private func describe() {
    switch comparing.subject {
    case .revisions?:
      let count = comparing.revisions.count
      title.text =
        comparing.state == .reading
        ? tr("Reading the revisions…")
        : count == 1
          ? tr("The file has one revision: nothing was appended to it.")
          : tr("Revision %1 of %2", grouped(comparing.selectedNumber), grouped(count))
      detail.text = comparing.selected?.summary ?? ""
    case .file(let file)?:
      title.text = tr("Compared with “%1”", file.lastPathComponent)
      detail.text = tr("The other file counts as the older one: it is at the left")
    case nil:
      title.text = ""
      detail.text = ""
    }
    title.tooltip = title.text
    detail.tooltip = detail.text
    for shown in [canvas, second] { shown.setAccessibleLabel(title.text) }
  }

  /// Asks for the password of the other file.
  private func ask(_ fileName: String, isRefused: Bool) {
    guard !isAsking, let window else { return }
    isAsking = true
    let comparing = comparing
    Task { [weak self] in
      let password = await PasswordDialog.ask(
        fileName, isRefused: isRefused, button: tr("Compare"), over: window)
      self?.isAsking = false
      if let password { comparing.submit(password: password) } else { comparing.close() }
    }
  }
}
