import Foundation
import Observation

/// Looking back at what the document's file was after each of its saves, and comparing the document with another file: pages to be
/// read, what is different, and where.
///
/// The document itself stays open with its unsaved changes. A view shows ``older`` and ``newer``, both or one of them as ``layout``
/// and ``shownSide`` say, with the marks of ``marks(of:on:)``, and the ``changes`` as a list. All is read in the background; what
/// is asked for next ends what was asked before.
///
/// ```swift
/// session.comparing.openRevisions()
/// session.comparing.select(1)
/// ```
@MainActor @Observable public final class DocumentComparing {
  /// What is being done.
  public enum State: Sendable, Hashable {
    /// Nothing.
    case inactive
    /// The list of revisions, or the other file, is being read.
    case reading
    /// The other file needs a password, after so many that were refused: ``DocumentComparing/submit(password:)`` or
    /// ``DocumentComparing/close()``.
    case passwordNeeded(fileName: String, refusals: Int)
    /// Documents are shown, or will be soon.
    case ready
  }

  /// What the document is compared with.
  public enum Subject: Sendable, Hashable {
    /// What its file was after each of its saves.
    case revisions
    /// Another file, which counts as the older one.
    case file(URL)
  }

  /// Which of the two documents.
  public enum Side: Sendable, Hashable {
    case older, newer
  }

  /// What a revision is compared with.
  public enum Basis: Sendable, Hashable {
    /// The revision before it.
    case previous
    /// The document as it is now, with its unsaved changes.
    case present
  }

  /// How the documents are shown.
  public enum Layout: Sendable, Hashable, CaseIterable {
    /// One of them, ``DocumentComparing/shownSide``.
    case single
    /// The older one at the left, the newer one at the right.
    case sideBySide
    /// One over the other: what only the older one has is red, what only the newer one has green.
    case overlaid
  }

  /// What is being done.
  public internal(set) var state = State.inactive
  /// What the document is compared with; `nil` while ``state`` is inactive.
  public internal(set) var subject: Subject?
  /// What the file was, oldest first; empty if the document is compared with another file.
  public internal(set) var revisions: [DocumentRevision] = []
  /// The number of the revision that is shown, or about to be; 0 if there is none.
  public internal(set) var selectedNumber = 0
  /// What it is compared with.
  public var basis = Basis.previous { didSet { if basis != oldValue { load() } } }
  /// How the documents are shown.
  public var layout = Layout.single { didSet { if layout != oldValue { follow(shownSide) } } }
  /// The older document; `nil` if there is none, as before the first revision, or it is not read yet.
  public internal(set) var older: PageViewer?
  /// The newer document; `nil` if it is not read yet.
  public internal(set) var newer: PageViewer?
  /// What is different, in the order of the newer document's pages, what is on no page last; empty while that is not known.
  public internal(set) var changes: [ComparedChange] = []
  /// How much was compared, 0 to 1; `nil` when nothing is.
  public internal(set) var progress: Double?
  /// The index of the change that was gone to last; `nil` if none was.
  public internal(set) var currentIndex: Int?
  /// Whether a revision is being restored.
  public internal(set) var isRestoring = false

  var marks = ChangeMarks()
  @ObservationIgnored var counterparts = PageCounterparts()
  let editor: DocumentEditor
  /// The document itself, whose place and view are taken over.
  let viewer: PageViewer
  let options: ViewerOptions
  /// Opens the document's file again, and returns when that is done.
  @ObservationIgnored var reopen: () async -> Void = {}
  @ObservationIgnored var reader: ComparisonReader?
  /// The other file, once it is open.
  @ObservationIgnored var other: PDFDocument?
  @ObservationIgnored var refusals = 0
  @ObservationIgnored var opening: Task<Void, Never>?
  @ObservationIgnored var loading: Task<Void, Never>?
  @ObservationIgnored var isFollowing = false

  init(_ editor: DocumentEditor, _ viewer: PageViewer, _ options: ViewerOptions) {
    (self.editor, self.viewer, self.options) = (editor, viewer, options)
  }

  deinit {
    opening?.cancel()
    loading?.cancel()
  }

  // MARK: - Beginning and ending

  /// Shows what the document's file was after its saves, the newest first. If no document is open, or it has no file, it only ends what
  /// was shown before, as ``close()`` does.
  public func openRevisions() {
    guard let document = begin(.revisions), editor.file != nil else { return close() }
    reader = ComparisonReader(options.rendering)
    opening = Task { [weak self] in
      do {
        let revisions = try await document.revisions()
        guard !Task.isCancelled, let self else { return }
        (self.revisions, selectedNumber, state) = (revisions, revisions.count, .ready)
        load()
      } catch {
        if !Task.isCancelled { self?.fail(error) }
      }
    }
  }

  /// Compares the document with another file. If no document is open, it only ends what was shown before, as ``close()`` does.
  public func open(_ file: URL) {
    guard begin(.file(file)) != nil else { return close() }
    reader = ComparisonReader(options.rendering)
    open(file, password: nil)
  }

  /// Submits the password for ``State/passwordNeeded(fileName:refusals:)``. Ignored in other states.
  public func submit(password: String) {
    guard case .passwordNeeded = state, case .file(let file) = subject else { return }
    open(file, password: password)
  }

  /// Returns to the document. The next comparison begins with the default ``basis`` and ``layout``.
  public func close() {
    opening?.cancel()
    loading?.cancel()
    (opening, loading, reader, other, refusals) = (nil, nil, nil, nil, 0)
    (subject, revisions, selectedNumber, older, newer) = (nil, [], 0, nil, nil)
    forgetChanges()
    (progress, isRestoring, basis, layout, state) = (nil, false, .previous, .single, .inactive)
  }

  private func begin(_ subject: Subject) -> PDFDocument? {
    close()
    guard let document = editor.document else { return nil }
    editor.finishInput()
    (self.subject, state) = (subject, .reading)
    return document
  }

  private func open(_ file: URL, password: String?) {
    state = .reading
    opening = Task { [weak self] in
      do {
        let document = try await PDFDocument.open(file, password: password)
        guard !Task.isCancelled, let self else { return }
        (other, state) = (document, .ready)
        load()
      } catch {
        if !Task.isCancelled { self?.refuse(error, file, hadPassword: password != nil) }
      }
    }
  }

  private func refuse(_ error: any Error, _ file: URL, hadPassword: Bool) {
    guard let code = (error as? PDFError)?.code, code == .passwordRequired || code == .wrongPassword else {
      return fail(error)
    }
    if hadPassword { refusals += 1 }
    state = .passwordNeeded(fileName: file.lastPathComponent, refusals: refusals)
  }

  private func fail(_ error: any Error) {
    let file = if case .file(let url) = subject { url } else { editor.file }
    close()
    editor.report(error, during: .comparing, of: file)
  }

  // MARK: - Revisions

  /// The revision that is shown, or about to be.
  public var selected: DocumentRevision? { revisions.first { $0.number == selectedNumber } }

  /// Shows a revision, at the same place.
  ///
  /// - Parameter number: Its number; others than those of ``revisions`` are ignored.
  public func select(_ number: Int) {
    guard number != selectedNumber, revisions.contains(where: { $0.number == number }) else { return }
    selectedNumber = number
    load()
  }

  // MARK: - What is shown

  /// The document that is shown where one is.
  public var shownSide: Side { subject == .revisions && basis == .present ? .older : .newer }

  /// One of the documents.
  public func viewer(_ side: Side) -> PageViewer? { side == .older ? older : newer }

  /// The document that is shown where one is; `nil` if it is not read yet.
  public var shown: PageViewer? { viewer(shownSide) }
}
