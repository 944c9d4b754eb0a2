import Foundation
import Observation

/// A document in a window: opened, shown, edited, searched, saved and closed.
///
/// It has all that a view needs, as values or observable objects: the ``viewport``, the images to paint
/// (``pageDisplay``), drawings in progress (``drawing``), the tools (``palette``), ``search``, ``thumbnails``. Actions of
/// a person are calls that return at once. The work is done in the background, in the order of the calls, and ``status``
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
  /// How far a session is with its document.
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

  /// How far the session is.
  public internal(set) var state = State.empty
  /// What can be done with the document at the moment.
  public internal(set) var status = EditingStatus()
  /// Whether the document is being saved.
  public internal(set) var isSaving = false
  /// What went wrong last and was not dismissed. Nothing is lost by it.
  public var message: ViewerMessage?
  /// Why settings, or where reading ended, could not be kept for the next run, when that was first tried in vain: the
  /// folder cannot be written to, or there is a file that may not be read, which is not replaced. Everything else
  /// works without.
  public internal(set) var storageWarning: PDFError?
  /// The file of the document.
  public internal(set) var file: URL?
  /// Who writes notes and answers; `nil` if nobody says.
  public var author: String?
  /// The pages, in order.
  public internal(set) var pages: [PageID] = []
  /// Where the window is in the document. The view changes it as the person moves around.
  public var viewport = PageViewport() { didSet { viewportChanged() } }

  /// What is to be painted of the pages.
  public let pageDisplay = PageDisplay()
  /// What is being drawn.
  public let drawing = DrawingController()
  /// The annotations that are selected.
  public let selection = AnnotationSelection()
  /// The text that is selected.
  public let textSelection = PageTextSelection()
  /// The text of an annotation that is being typed.
  public let textEntry = AnnotationTextEntry()
  /// All comments of the document.
  public let comments = CommentList()
  /// The outline of the document.
  public let outline = DocumentOutline()
  /// What is on the pages in view: annotations, and text.
  public let contents = PageContents()
  /// The tools and how they draw.
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
  /// How pages are shown at one unit a point, had the session not turned them.
  @ObservationIgnored var transforms: [PageID: PageTransform] = [:]
  /// The last of the things to be done, each of which waits for the one before.
  @ObservationIgnored var tail: Task<Void, Never>?
  /// How many edits and saves were asked for and are not done.
  @ObservationIgnored var pendingEdits = 0
  @ObservationIgnored var pendingSaves = 0
  /// Whether the last edit that was asked for may become one step of undo with the next.
  @ObservationIgnored var isInEditRun = false
  /// The last save that was asked for, of whichever document.
  @ObservationIgnored var lastSave: Task<Void, Never>?
  /// Where to and how the save was that failed last; `nil` if none did since.
  @ObservationIgnored var failedSave: (url: URL?, options: SaveOptions)?
  /// Pages whose sizes were asked for since they came into view.
  @ObservationIgnored var measuredPages: Set<PageID> = []
  /// A match that is to be shown as soon as its page's size is known.
  @ObservationIgnored var pendingMatch: TextMatch?
  /// Tasks that live as long as the document is open.
  @ObservationIgnored var watches: [Task<Void, Never>] = []
  /// Where to go as soon as the window has a size.
  @ObservationIgnored var pendingPosition: PageViewport.Position?
  @ObservationIgnored var savingPosition: Task<Void, Never>?
  /// What is being written to the disk to be remembered between runs.
  @ObservationIgnored var remembering: Task<Void, Never>?
  /// Reads what was chosen in earlier runs; nothing is written before that is known.
  @ObservationIgnored var readingPalette: Task<Void, Never>?
  @ObservationIgnored var isPaletteKnown = false
  @ObservationIgnored var savingPalette: Task<Void, Never>?
  @ObservationIgnored var unsavedPalette: PaletteSettings?
  @ObservationIgnored var opening: Opening?
  /// The file that was to be opened last.
  @ObservationIgnored var lastFile: URL?

  /// Makes a session without a document. A program with a session is a viewer: the library may do to its process what
  /// viewers need (``Postil/PostilRuntime``).
  public init(options: ViewerOptions = ViewerOptions()) {
    PostilRuntime.allow(.all)
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
    comments.session = self
    outline.session = self
    contents.session = self
    contents.onRead = { [weak self] in self?.selection.pageWasRead($0) }
    palette.onSelect = { [weak self] in self?.toolChanged() }
    palette.onRestyle = { [weak self] in self?.selection.restyle(from: $0, to: $1) }
    pageDisplay.onComplete = { [weak self] page, request in self?.drawing.pageIsComplete(page, request) }
    palette.keep = { [weak self] in self?.paletteChanged($0) }
    readPalette()
  }

  deinit {
    opening?.task?.cancel()
    for watch in watches { watch.cancel() }
  }

  /// The document, to be worked with directly. What is changed in it shows, like what the session changes; but it
  /// may be busy for as long as a save takes, so call it from elsewhere than the main actor.
  public var document: PDFDocument? { documentActor?.document }
}
