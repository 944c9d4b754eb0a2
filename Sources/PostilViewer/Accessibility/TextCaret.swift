import Observation

/// A caret in the text of the pages, for who reads and selects with the keyboard: caret browsing.
///
/// A view paints a line at ``frame``, hands the arrow keys to ``move(_:extending:)`` while ``isActive`` is set, and presses of the pointer to
/// ``place(at:)``. What is selected by keys is in the session's ``ViewerSession/textSelection``, like what the pointer selects. Moving goes on
/// to the next page and back, and keeps the caret in view; a selection stays on its page.
@MainActor @Observable public final class TextCaret {
  /// Where a movement leads.
  public enum Movement: Sendable, Hashable, CaseIterable {
    /// By a character.
    case nextCharacter, previousCharacter
    /// To the end of the word, to its beginning.
    case nextWord, previousWord
    /// By a line, as far along it as the caret was.
    case nextLine, previousLine
    /// Within the line.
    case lineStart, lineEnd
    /// To the beginning of the next page, of the one before.
    case nextPage, previousPage
    /// To the beginning and to the end of the document.
    case documentStart, documentEnd
  }

  /// Whether there is a caret. It begins at the selected text, or at the first line in view.
  public var isActive = false {
    didSet {
      if isActive != oldValue { if isActive { begin() } else { end() } }
    }
  }
  /// The page that the caret is on; `nil` while there is none.
  public private(set) var page: PageID?
  /// The number of Unicode scalars of the page's text before the caret.
  public private(set) var offset = 0
  /// The text of the page that the caret is on; `nil` until it has been read.
  public var text: PageText? { caretText?.text }

  /// The text of the present page.
  private var caretText: CaretText?
  /// Where the selection by keys began, on the present page.
  @ObservationIgnored private var anchor: Int?
  /// How far along its line the caret was when it began to move by lines.
  @ObservationIgnored private var along: Float?
  /// Movements that wait for a text to be read, in order, and what reads it.
  @ObservationIgnored private var waiting: [(movement: Movement, isExtending: Bool)] = []
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// The selection that the caret made or followed last.
  @ObservationIgnored private var known: Range<Int>?
  private let editor: DocumentEditor
  private let viewer: PageViewer
  private let contents: PageContents
  private let selection: PageTextSelection

  init(
    _ editor: DocumentEditor, _ viewer: PageViewer, _ contents: PageContents, _ selection: PageTextSelection
  ) {
    (self.editor, self.viewer, self.contents, self.selection) = (editor, viewer, contents, selection)
  }

  deinit { reading?.cancel() }

  /// Where the caret is in the view, as a line of one unit; `nil` if there is none, its text is not read yet, or its page is not laid out.
  public var frame: ViewRect? {
    guard let page, let rect = place, var frame = viewer.viewRect(rect, on: page) else { return nil }
    (frame.width, frame.height) = (max(frame.width, 1), max(frame.height, 1))
    return frame
  }

  /// The text of the line with the caret; empty if there is none.
  public var line: String { caretText?.lineText(at: offset) ?? "" }

  /// Whether the line with the caret runs from right to left, so that the next character is at the left.
  public var isRightToLeft: Bool { caretText?.isRightToLeft(at: offset) ?? false }

  /// The link that the caret is in; `nil` if it is in none.
  public var link: Annotation? {
    guard let page, let place else { return nil }
    return contents.annotations(at: place.center, tolerance: 1, on: page).first { $0.content.link != nil }
  }

  /// Where the caret is on its page; on one without text, at its upper left corner.
  private var place: PageRect? {
    guard let page, let caretText else { return nil }
    if let rect = caretText.rect(at: offset) { return rect }
    guard let transform = viewer.transform(of: page) else { return nil }
    let start = ViewPoint(x: Self.emptyPlace, y: Self.emptyPlace)
    return PageRect(
      corner: transform.pagePoint(start),
      corner: transform.pagePoint(ViewPoint(x: start.x, y: start.y + Self.emptyHeight)))
  }

  /// Where the caret is on pages without text, and how high, in points.
  private static let (emptyPlace, emptyHeight) = (12.0, 14.0)

  // MARK: - Moving

  /// Moves the caret, and keeps it in view. While the text of a page is being read, movements wait for it.
  ///
  /// - Parameters:
  ///   - movement: Where to.
  ///   - isExtending: Whether the text between is selected, as while Shift is held.
  public func move(_ movement: Movement, extending isExtending: Bool = false) {
    guard isActive else { return }
    guard reading == nil, caretText != nil else {
      if waiting.count < Self.mostWaiting { waiting.append((movement, isExtending)) }
      return
    }
    perform(movement, isExtending)
  }

  /// How many movements wait at most: a key that is held on a page that takes long must not run on for ever.
  private static let mostWaiting = 32

  private func perform(_ movement: Movement, _ isExtending: Bool) {
    guard let caretText else { return }
    followSelection()
    let isByLine = movement == .nextLine || movement == .previousLine
    if isByLine { along = along ?? caretText.position(of: offset) } else { along = nil }
    let target: Int? =
      switch movement {
      case .nextCharacter: caretText.nextCharacter(offset)
      case .previousCharacter: caretText.previousCharacter(offset)
      case .nextWord: caretText.nextWord(offset)
      case .previousWord: caretText.previousWord(offset)
      case .nextLine: caretText.place(offset, linesOn: 1, along: along ?? 0)
      case .previousLine: caretText.place(offset, linesOn: -1, along: along ?? 0)
      case .lineStart: caretText.lineStart(offset)
      case .lineEnd: caretText.lineEnd(offset)
      case .nextPage, .previousPage, .documentStart, .documentEnd: nil
      }
    if let target { return go(to: target, isExtending) }
    // A selection stays on its page: it reaches to the end of that.
    if isExtending {
      return movement.isForwards ? extend(to: caretText.end) : extend(to: caretText.start)
    }
    leavePage(movement)
  }

  private func extend(to place: Int?) { if let place { go(to: place, true) } }

  /// Goes on to another page.
  private func leavePage(_ movement: Movement) {
    guard let page, let index = viewer.viewport.layout.index(of: page) else { return }
    let pages = viewer.viewport.pages
    let target =
      switch movement {
      case .documentStart: 0
      case .documentEnd: pages.count - 1
      default: movement.isForwards ? index + 1 : index - 1
      }
    let isAtEnd = movement == .documentEnd
    guard pages.indices.contains(target) else {
      // At the first and the last page to their ends.
      let end = movement.isForwards ? caretText?.end : caretText?.start
      if movement == .nextPage || movement == .previousPage, let end { go(to: end, false) }
      return
    }
    let along = along
    show(pages[target]) { text in
      switch movement {
      case .previousCharacter, .previousWord: text.end
      case .previousLine: text.place(inLast: true, along: along ?? 0)
      case .nextLine: text.place(inLast: false, along: along ?? 0)
      default: isAtEnd ? text.end : text.start
      }
    }
  }

  private func go(to place: Int, _ isExtending: Bool) {
    guard let page, let caretText else { return }
    if isExtending {
      let start = anchor ?? offset
      anchor = start
      let range = min(start, place)..<max(start, place)
      selection.select(range, of: caretText.text, on: page)
      known = selection.selection?.range
    } else {
      anchor = nil
      if !selection.isEmpty { selection.clear() }
      known = nil
    }
    if offset != place { offset = place }
    reveal()
  }

  private func reveal() {
    if let page, let place { viewer.reveal(place, on: page) }
  }

  // MARK: - Pages

  /// Puts the caret on a page once its text has been read.
  ///
  /// - Parameter find: Says where in the text; `nil` for the beginning.
  private func show(_ page: PageID, reveals: Bool = true, _ find: @escaping (CaretText) -> Int?) {
    (anchor, known) = (nil, nil)
    if reveals, !selection.isEmpty { selection.clear() }
    if let text = contents.text(of: page) { return put(CaretText(text), on: page, reveals: reveals, find) }
    let reading = contents.readText(of: page)
    self.reading = Task { [weak self] in
      let text = await reading.value
      guard !Task.isCancelled, let self else { return }
      self.reading = nil
      guard isActive, editor.pages.contains(page) else { return }
      // A page that cannot be read is passed as one without text.
      put(CaretText(text ?? PageText(characters: [], boxes: [])), on: page, reveals: reveals, find)
      while self.reading == nil, !waiting.isEmpty {
        let next = waiting.removeFirst()
        perform(next.movement, next.isExtending)
      }
    }
  }

  private func put(_ text: CaretText, on page: PageID, reveals: Bool, _ find: (CaretText) -> Int?) {
    (caretText, self.page) = (text, page)
    offset = find(text) ?? text.start ?? 0
    if reveals { reveal() }
  }

  private func begin() {
    if let page = selection.page, let range = selection.selection?.range {
      show(page, reveals: false) { _ in range.upperBound }
      (anchor, known) = (range.lowerBound, range)
      return
    }
    guard let page = viewer.viewport.currentPage else { return }
    // The first line in view.
    let corner = viewer.point(at: ViewPoint(x: 0, y: 0), on: page)
    show(page, reveals: false) { text in
      corner.flatMap { text.text.offset(at: $0) }.flatMap { text.lineStart($0) }
    }
  }

  private func end() {
    reading?.cancel()
    (reading, waiting, page, caretText, offset) = (nil, [], nil, nil, 0)
    (anchor, along, known) = (nil, nil, nil)
  }

  // MARK: - The pointer

  /// Puts the caret where the pointer was pressed, if there is a page.
  public func place(at point: ViewPoint) {
    guard isActive, let place = viewer.place(at: point) else { return }
    reading?.cancel()
    (reading, waiting, along) = (nil, [], nil)
    show(place.page, reveals: false) { $0.text.offset(at: place.point) }
  }

  /// Takes up a selection that was made otherwise, as by the pointer: the caret is at its end.
  private func followSelection() {
    guard selection.page == page, let range = selection.selection?.range, range != known else {
      if selection.isEmpty { (anchor, known) = (nil, nil) }
      return
    }
    (anchor, offset, known) = (range.lowerBound, range.upperBound, range)
  }

  // MARK: - The document

  /// Leaves a page that was removed.
  func pagesChanged(_ pages: [PageID]) {
    guard isActive, let page, !pages.contains(page) else { return }
    end()
    begin()
  }

  func reset() { isActive = false }
}

extension TextCaret.Movement {
  /// Whether it leads towards the end of the document.
  var isForwards: Bool {
    switch self {
    case .nextCharacter, .nextWord, .nextLine, .lineEnd, .nextPage, .documentEnd: true
    case .previousCharacter, .previousWord, .previousLine, .lineStart, .previousPage, .documentStart: false
    }
  }
}
