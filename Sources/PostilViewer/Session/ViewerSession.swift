import Foundation
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
    /// Edits were not saved when a program ended: ``ViewerSession/submit(_:)`` or ``ViewerSession/cancelOpening()``.
    case recoveryOffered(RecoveryPrompt)
    /// A password must be given: ``ViewerSession/submit(password:)`` or ``ViewerSession/cancelOpening()``.
    case passwordNeeded(PasswordPrompt)
    /// A document is open.
    case ready
    /// A file could not be opened.
    case failed(ViewerMessage)
  }

  /// Whether a document is open, or being opened.
  public internal(set) var state = State.empty
  /// What can be done with the document at the moment.
  public internal(set) var status = EditingStatus()
  /// Whether the document is being saved.
  public internal(set) var isSaving = false
  /// The last error that was not dismissed; `nil` if there is none. No changes are lost by it.
  public var message: ViewerMessage?
  /// The first error of storing settings or the reading position: the folder cannot be written to, or a file in it cannot be
  /// read and is therefore not replaced. Nothing else is affected.
  public internal(set) var storageWarning: PDFError?
  /// The file of the document; `nil` if there is none.
  public internal(set) var file: URL?
  /// The author of texts, notes, images and replies that are added; `nil` for none.
  public var author: String?
  /// The pages, in order.
  public internal(set) var pages: [PageID] = []
  /// Layout, zoom and scroll position. The view changes it as the user navigates.
  public var viewport = PageViewport() { didSet { viewportChanged() } }

  /// The images of the pages in view.
  public let pageDisplay = PageDisplay()
  /// What is being drawn.
  public let drawing = DrawingController()
  /// The annotations that are selected.
  public let selection = AnnotationSelection()
  /// The text that is selected.
  public let textSelection = PageTextSelection()
  /// The text of an annotation that is being typed.
  public let textEntry = AnnotationTextEntry()
  /// Filling in the form.
  public let formFilling = FormFilling()
  /// All comments of the document.
  public let comments = CommentList()
  /// The outline of the document.
  public let outline = DocumentOutline()
  /// Looking back at older states of the file, and comparing the document with other files.
  public let comparing = DocumentComparing()
  /// What is on the pages in view: annotations, and text.
  public let contents = PageContents()
  /// The tools and their styles.
  public let palette: ToolPalette
  /// The search.
  public let search = DocumentSearch()
  /// Small pictures of pages.
  public let thumbnails = PageThumbnails()

  let options: ViewerOptions
  @ObservationIgnored let positions: ReadingPositions?
  @ObservationIgnored let settings: SettingsStore?
  @ObservationIgnored var documentActor: DocumentActor?
  @ObservationIgnored var documentState: DocumentState?
  @ObservationIgnored var pageVersions: [PageID: Int] = [:]
  @ObservationIgnored var snapshotNumber = 0
  @ObservationIgnored var isJournalFailureTold = false
  /// The transforms of pages at one unit a point, without unsaved turns of pages.
  @ObservationIgnored var transforms: [PageID: PageTransform] = [:]
  /// The end of the queue of work; each task waits for the one before.
  @ObservationIgnored var tail: Task<Void, Never>?
  /// How many edits and saves are enqueued and not done.
  @ObservationIgnored var pendingEdits = 0
  @ObservationIgnored var pendingSaves = 0
  /// Whether the last edit that was enqueued may be one step of undo with the next.
  @ObservationIgnored var isInEditRun = false
  /// The last save, which may be of a document that was closed since.
  @ObservationIgnored var lastSave: Task<Void, Never>?
  /// The target and the options of the last save if it failed.
  @ObservationIgnored var failedSave: (url: URL?, options: SaveOptions)?
  /// Pages whose sizes were requested because they came into view.
  @ObservationIgnored var measuredPages: Set<PageID> = []
  /// A match that is to be shown as soon as its page's size is known.
  @ObservationIgnored var pendingMatch: TextMatch?
  /// Tasks that live as long as the document is open.
  @ObservationIgnored var watches: [Task<Void, Never>] = []
  /// Where to go as soon as the window has a size.
  @ObservationIgnored var pendingPosition: PageViewport.Position?
  @ObservationIgnored var savingPosition: Task<Void, Never>?
  /// The last write of a reading position.
  @ObservationIgnored var remembering: Task<Void, Never>?
  /// Reads the stored settings of the palette; none are written before that is done.
  @ObservationIgnored var readingPalette: Task<Void, Never>?
  @ObservationIgnored var isPaletteKnown = false
  @ObservationIgnored var savingPalette: Task<Void, Never>?
  @ObservationIgnored var unsavedPalette: PaletteSettings?
  /// Reads whether form fields are highlighted.
  @ObservationIgnored var readingHighlighting: Task<Void, Never>?
  /// Whether they are, as it is stored; `nil` if that is not known.
  @ObservationIgnored var storedHighlighting: Bool?
  @ObservationIgnored var opening: Opening?
  /// What opened the file; `nil` if it took none.
  @ObservationIgnored var password: String?
  /// The file that was opened last, or was to be.
  @ObservationIgnored var lastFile: URL?

  /// Makes a session without a document. Allows all effects on the process that viewers need, and starts the program that draws
  /// pages: see ``Postil/PostilRuntime``.
  public init(options: ViewerOptions = ViewerOptions()) {
    PostilRuntime.allow(.all)
    PostilRuntime.prepareRendering()
    self.options = options
    palette = ToolPalette()
    positions = options.folders.map { ReadingPositions(folders: $0) }
    settings = options.folders.map { SettingsStore(folders: $0) }
    connect()
  }

  private func connect() {
    drawing.session = self
    search.session = self
    selection.session = self
    textSelection.session = self
    textEntry.session = self
    formFilling.session = self
    comments.session = self
    outline.session = self
    comparing.session = self
    contents.session = self
    contents.onRead = { [weak self] in self?.selection.pageWasRead($0) }
    palette.onSelect = { [weak self] in self?.toolChanged() }
    palette.onRestyle = { [weak self] in self?.selection.restyle(from: $0, to: $1) }
    palette.onChangeFont = { [weak self] in self?.selection.changeFont(from: $0, to: $1) }
    pageDisplay.onComplete = { [weak self] page, request in self?.drawing.pageIsComplete(page, request) }
    palette.keep = { [weak self] in self?.paletteChanged($0) }
    readPalette()
    readHighlighting()
  }

  deinit {
    opening?.task?.cancel()
    for watch in watches { watch.cancel() }
  }

  /// The document, for direct access; `nil` if none is open. The session shows changes that are made to it. Calls may block for
  /// as long as a save takes, so make them off the main actor.
  public var document: PDFDocument? { documentActor?.document }
}
