public import Foundation
import Observation

/// A document in a window: opened, shown, edited, searched, saved and closed.
///
/// It has all that a view needs, as values or observable objects: the ``viewport``, the images to paint
/// (``pageDisplay``), drawings in progress (``drawing``), the tools (``palette``), ``search``, ``thumbnails``. Calls for
/// actions of the user return at once. The work is done in the background, in the order of the calls, and ``status``
/// and ``message`` report its outcome.
///
/// ```swift
/// let session = ViewerSession()
/// session.viewport.resize(to: ViewSize(width: 900, height: 1200), pixelRatio: 1)
/// session.open(url)
/// await session.idle()
/// session.palette.select(.freehand)
/// session.drawing.begin(at: PenPoint(x: 100, y: 100))
/// session.drawing.move(to: PenPoint(x: 200, y: 150))
/// session.drawing.finish()
/// session.undo()
/// await session.done()
/// ```
@MainActor @Observable public final class ViewerSession {
  /// Whether a session has a document, or is opening one.
  public enum State: Sendable, Hashable {
    /// No document is open.
    case empty
    /// A file is being opened.
    case opening(fileName: String)
    /// So many steps were not saved when a program ended, the newest of them made at a date: ``ViewerSession/submit(_:)`` or
    /// ``ViewerSession/cancelOpening()``. If the file was changed since, or is gone, what is recovered is what it was, with the edits,
    /// and has to be saved to another file.
    case recoveryOffered(fileName: String, stepCount: Int, date: Date, isFileChanged: Bool)
    /// A password must be given, after so many that were refused: ``ViewerSession/submit(password:)`` or
    /// ``ViewerSession/cancelOpening()``.
    case passwordNeeded(fileName: String, refusals: Int)
    /// A document is open.
    case ready
    /// A file could not be opened.
    case failed(ViewerMessage)
  }

  /// Whether a document is open, or being opened.
  public internal(set) var state = State.empty

  /// The tools and their styles.
  public let palette: ToolPalette
  /// What is being drawn.
  public let drawing: DrawingController
  /// The annotations that are selected.
  public let selection: AnnotationSelection
  /// The text that is selected.
  public let textSelection: PageTextSelection
  /// The caret in the text, for who reads and selects with the keyboard.
  public let caret: TextCaret
  /// What screen readers are told of pages.
  public let accessibility: PageAccessibility
  /// The text of an annotation that is being typed.
  public let textEntry: AnnotationTextEntry
  /// Filling in the form.
  public let formFilling: FormFilling
  /// All comments of the document.
  public let comments: CommentList
  /// The outline of the document.
  public let outline: DocumentOutline
  /// The layers of the document, and which of them are shown.
  public let layers: LayerList
  /// Looking back at older states of the file, and comparing the document with other files.
  public let comparing: DocumentComparing
  /// What is on the pages in view: annotations, and text.
  public let contents: PageContents
  /// The search.
  public let search: DocumentSearch
  /// Small pictures of pages.
  public let thumbnails = PageThumbnails()

  let options: ViewerOptions
  /// The document, and the work on it.
  let editor = DocumentEditor()
  /// Its pages in the window.
  let viewer = PageViewer(readsAhead: true)
  let memory: ViewerMemory
  @ObservationIgnored var opening: Opening?
  /// The file that was opened last, or was to be.
  @ObservationIgnored var lastFile: URL?

  /// Makes a session without a document. Allows all effects on the process that viewers need, and starts the program that draws
  /// pages: see ``Postil/PostilRuntime``.
  public init(options: ViewerOptions = ViewerOptions()) {
    PostilRuntime.allow(.all)
    PostilRuntime.prepareRendering()
    self.options = options
    palette = ToolPalette()
    memory = ViewerMemory(options.folders, palette)
    contents = PageContents(editor)
    textEntry = AnnotationTextEntry(editor, viewer, contents)
    drawing = DrawingController(editor, viewer, contents, palette, textEntry)
    selection = AnnotationSelection(editor, viewer, contents, drawing, palette)
    textSelection = PageTextSelection(editor, viewer, contents, palette)
    formFilling = FormFilling(editor, viewer, drawing)
    caret = TextCaret(editor, viewer, contents, textSelection)
    accessibility = PageAccessibility(editor, viewer)
    outline = DocumentOutline(editor, viewer)
    layers = LayerList(editor, viewer)
    search = DocumentSearch(editor, viewer)
    comments = CommentList(editor, viewer, selection)
    comparing = DocumentComparing(editor, viewer, options)
    connect()
  }

  /// Whether a document is open, what was done to it and where it is seen concerns several parts, which do not know each other.
  private func connect() {
    editor.onFinishInput = { [weak self] in
      guard let self else { return true }
      drawing.finish()
      let isTyped = textEntry.commit()
      return formFilling.commitSoFar() && isTyped
    }
    editor.onChange = { [weak self] in self?.follow(from: $0, to: $1, edited: $2) }
    editor.onSave = { [weak self] in self?.formFilling.tellMissing() }
    layers.onSwitch = { [weak self] in self?.layersAreSwitched() }
    viewer.onMove = { [weak self] in self?.viewHasMoved() }
    palette.onSelect = { [weak self] in self?.toolHasChanged() }
    formFilling.onFocus = { [weak self] in
      self?.selection.clear()
      self?.textSelection.clear()
    }
    formFilling.onHighlight = { [weak self] in self?.memory.highlightingChanged($0) }
    memory.readHighlighting { [weak self] in self?.formFilling.highlightsFields = $0 }
    memory.position = { [weak self] in
      guard let self, let file, document != nil, viewer.pendingPosition == nil else { return nil }
      return (ReadingPosition(viewport.position, tool: palette.selection), file)
    }
    comparing.reopen = { [weak self] in
      self?.reopen()
      await self?.idle()
    }
  }

  // MARK: - The document

  /// The document, for direct access; `nil` if none is open. The session shows changes that are made to it. Calls may wait
  /// while something of the file is read, so make them off the main actor.
  public var document: PDFDocument? { editor.document }
  /// The file of the document; `nil` if there is none.
  public var file: URL? { editor.file }
  /// The pages, in order.
  public var pages: [PageID] { editor.pages }
  /// What can be done with the document at the moment.
  public var status: EditingStatus { editor.status }
  /// Whether the document is being saved.
  public var isSaving: Bool { editor.isSaving }
  /// The last error that was not dismissed; `nil` if there is none. No changes are lost by it.
  public var message: ViewerMessage? {
    get { editor.message }
    set { editor.message = newValue }
  }
  /// The author of texts, notes, images and replies that are added; `nil` for none.
  public var author: String? {
    get { editor.author }
    set { editor.author = newValue }
  }

  /// Waits until all work that was enqueued is done: files are opened, edits made, saves finished.
  public func idle() async { await editor.idle() }

  /// Commits what is being drawn, typed or entered, and waits until the edits are made, and in the journal if there is one: for a program
  /// that is told to end.
  ///
  /// - Returns: Whether nothing is left: `false` if a text is invalid; ``message`` says why.
  @discardableResult
  public func finishInput() async -> Bool {
    let isFinished = editor.finishInput()
    await idle()
    return isFinished
  }

  /// The pages that the last edit changed.
  @ObservationIgnored var lastEdited: Set<PageID> = []

  /// Applies changes of the document to what is shown, whether the session or other code made them.
  private func follow(from old: DocumentState, to new: DocumentState, edited: Set<PageID>) {
    let areOthers = old.pages != new.pages
    for (page, turn) in viewer.follow(pages: areOthers ? pages : nil, turns: new.turnedPages) {
      thumbnails.turn(page, by: turn)
      if let transform = transform(of: page) { drawing.pageIsTurned(page, transform) }
    }
    if areOthers {
      search.setPages(pages)
      selection.pagesChanged(pages)
      textSelection.pagesChanged(pages)
      caret.pagesChanged(pages)
      accessibility.pagesChanged(pages)
      textEntry.pagesChanged(pages)
      comments.pagesChanged(pages)
    }
    outline.documentChanged(from: old, to: new)
    layers.documentChanged(from: old, to: new)
    formFilling.documentChanged(from: old, to: new, edited: edited)
    guard !edited.isEmpty else { return }
    lastEdited = edited
    contents.refresh(edited)
    accessibility.refresh(edited)
    comments.refresh(edited)
    thumbnails.refresh(edited)
    pageDisplay.refresh(edited)
  }

  // MARK: - What is in view

  /// Layout, zoom and scroll position. The view changes it as the user navigates.
  public var viewport: PageViewport {
    get { viewer.viewport }
    _modify { yield &viewer.viewport }
  }
  /// The images of the pages in view.
  public var pageDisplay: PageDisplay { viewer.pageDisplay }

  /// The size of a page as it is shown now, in points; `nil` while it is not known.
  public func size(of page: PageID) -> ViewSize? { viewer.size(of: page) }

  /// How a page is shown now at one unit a point; `nil` while that is not known.
  public func transform(of page: PageID) -> PageTransform? { viewer.transform(of: page) }

  /// Where a point of a page is in the view; `nil` if the page is not laid out.
  public func viewPoint(_ point: PagePoint, on page: PageID) -> ViewPoint? {
    viewer.viewPoint(point, on: page)
  }

  /// Where a rectangle of a page is in the view; `nil` if the page is not laid out.
  public func viewRect(_ rect: PageRect, on page: PageID) -> ViewRect? { viewer.viewRect(rect, on: page) }

  /// Brings a rectangle of a page into view; if the size of the page is not known yet, the page now and the rectangle later.
  public func reveal(_ rect: PageRect, on page: PageID) { viewer.reveal(rect, on: page) }

  /// Goes to a place in the document. It comes to the upper edge of the view as far as the pages can be scrolled.
  public func go(to place: PageDestination) { viewer.go(to: place) }

  /// The link at a point of the view; `nil` if there is none, or the page is not read yet.
  public func link(at point: ViewPoint) -> Annotation? {
    guard let place = viewer.place(at: point) else { return nil }
    return contents.annotations(at: place.point, tolerance: 0, on: place.page).first {
      $0.content.link != nil
    }
  }

  /// Follows a link within the document.
  ///
  /// - Returns: An address for the program to open; `nil` if the link leads to a place in the document, which is in view then,
  ///   or to something that no viewer should follow, such as a script.
  public func follow(_ link: Annotation) -> URL? { link.content.link.flatMap { follow($0.target) } }

  /// Follows the target of a link or of an item of the outline. A named place is looked up in the background.
  ///
  /// - Returns: An address (`http`, `https` or `mailto`) for the program to open; `nil` for places, and for targets that no
  ///   viewer should follow, such as scripts.
  public func follow(_ target: LinkTarget) -> URL? { viewer.follow(target, in: editor) }

  /// All that shows or reads pages does so anew; what does not look different is not drawn again.
  private func layersAreSwitched() {
    let all = Set(pages)
    contents.refresh(all)
    accessibility.refresh(all)
    thumbnails.refresh(all)
    pageDisplay.refresh(all)
    if !search.text.isEmpty { search.restart() }
  }

  private func viewHasMoved() {
    guard document != nil else { return }
    layers.screenChanged(pixelRatio: viewport.pixelRatio)
    let visible = viewport.visiblePages.map(\.page)
    drawing.pagesInView(Set(visible))
    formFilling.pagesInView(Set(visible))
    contents.show(visible)
    if palette.currentTool?.selects == true { contents.readTexts(of: visible) }
    accessibility.pagesInView(visible)
    outline.viewportChanged()
    memory.savePositionSoon()
  }

  /// Prepares for the current tool: reads the text in view if it selects, else clears the selections.
  private func toolHasChanged() {
    if palette.currentTool?.selects == true {
      contents.readTexts(of: viewport.visiblePages.map(\.page))
    } else {
      selection.clear()
      textSelection.clear()
    }
  }

  /// The message to show in place of the current page if nothing of it can be shown; `nil` if something can. For
  /// ``ViewerMessage/Action/tryAgain`` call ``PageDisplay/tryAgain()``.
  public var pageMessage: ViewerMessage? {
    guard let page = viewport.currentPage, let error = pageDisplay.failures[page],
      pageDisplay.pictures(of: page).isEmpty
    else { return nil }
    return ViewerMessage(error, during: .showing, file: file)
  }

  // MARK: - Settings

  /// The first error of storing settings or the reading position: the folder cannot be written to, or a file in it cannot be
  /// read and is therefore not replaced. Nothing else is affected.
  public var storageWarning: PDFError? { memory.warning }

  /// Waits until settings and the reading position have been written to the disk, or that failed (``storageWarning``).
  public func flushSettings() async { await memory.flush() }
}
