import Foundation
import Observation

/// The comments of the document: annotations with the replies to them, page by page.
///
/// While ``isActive`` is set, pages are read in the background, and again after each edit. Links, form fields and pop-up
/// windows do not count as comments, nor do annotations that are hidden or of kinds that carry no remarks, such as watermarks.
@MainActor @Observable public final class CommentList {
  /// An annotation with the replies to it.
  public struct Comment: Sendable, Identifiable, Hashable {
    /// The page that it is on.
    public let page: PageID
    /// The annotation, and the answers to it.
    public let thread: AnnotationThread

    /// The name of the annotation, with the page: names are unique on a page.
    public var id: String { "\(page) \(thread.id)" }
    /// The annotation.
    public var annotation: Annotation { thread.root }
    /// The text of the annotation, or of its first part that has one; empty if there is none.
    public var text: String {
      ([thread.root] + thread.parts).lazy.compactMap(\.contents).first { !$0.isEmpty } ?? ""
    }

    /// Whether a text, author or subject of the annotation, its parts or the replies contains a text. Ignores case and
    /// diacritics.
    func contains(_ text: String) -> Bool {
      let all = [thread.root] + thread.parts + thread.replies
      let texts = all.flatMap { [$0.contents, $0.author, $0.subject] }.compactMap(\.self)
      return texts.contains { $0.localizedStandardContains(text) }
    }
  }

  /// Conditions for the comments that are shown; all of them must hold.
  public struct Filter: Sendable, Hashable {
    /// A part of a text, author or subject; case, diacritics and white space around it are ignored. Empty for any comment.
    public var text = ""
    /// The kind of the annotation; `nil` for any.
    public var kind: AnnotationContent.Kind?
    /// The author of the annotation or of a reply, exactly as written; `nil` for any.
    public var author: String?
    /// The page; `nil` for any.
    public var page: PageID?

    /// Makes a filter that shows everything.
    public init() {}
  }

  /// The comments that the ``filter`` shows, in the order of the pages, and on a page from top to bottom as the reader sees it.
  public private(set) var comments: [Comment] = []
  /// The number of comments on the pages that were read so far, whether the ``filter`` shows them or not.
  public private(set) var count = 0
  /// The kinds that occur, sorted by their raw values.
  public private(set) var kinds: [AnnotationContent.Kind] = []
  /// The authors that occur, in alphabetical order.
  public private(set) var authors: [String] = []
  /// Whether pages are being read.
  public private(set) var isReading = false
  /// Which comments are shown.
  public var filter = Filter() { didSet { if filter != oldValue { update() } } }
  /// Whether the list is kept up to date.
  public var isActive = false { didSet { if isActive != oldValue { activityChanged() } } }

  @ObservationIgnored private var known: [PageID: [Comment]] = [:]
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var missing: [PageID] = []
  private let editor: DocumentEditor
  private let viewer: PageViewer
  private let selection: AnnotationSelection

  /// The pages of the batch that is being read.
  private var inFlight: Set<PageID> = []
  /// How many pages are read at once.
  private static let batch = 64

  init(_ editor: DocumentEditor, _ viewer: PageViewer, _ selection: AnnotationSelection) {
    (self.editor, self.viewer, self.selection) = (editor, viewer, selection)
  }

  deinit { reading?.cancel() }

  // MARK: - Reading

  private func activityChanged() {
    guard isActive else { return }
    addUnknown(editor.pages)
    read()
  }

  /// Reads edited pages again.
  func refresh(_ edited: Set<PageID>) {
    for page in edited where !isActive { known[page] = nil }
    // What is being read may be what was there before the edit.
    let again = isActive ? edited : edited.intersection(inFlight)
    let waiting = Set(missing)
    missing = again.subtracting(waiting).sorted { $0.number < $1.number } + missing
    read()
  }

  /// Takes over the order of the pages, and reads new ones.
  func pagesChanged(_ pages: [PageID]) {
    let present = Set(pages)
    known = known.filter { present.contains($0.key) }
    missing = missing.filter(present.contains)
    if let page = filter.page, !present.contains(page) { filter.page = nil }
    guard isActive else { return }
    addUnknown(pages)
    update()
    read()
  }

  /// Puts the pages that are neither read nor to be read behind those that are to be read.
  private func addUnknown(_ pages: [PageID]) {
    let waiting = Set(missing)
    missing += pages.filter { known[$0] == nil && !waiting.contains($0) }
  }

  func reset() {
    reading?.cancel()
    (reading, missing, inFlight, known, isReading) = (nil, [], [], [:], false)
    filter = Filter()
    update()
    activityChanged()
  }

  /// Starts to read a document that was opened.
  func opened() { activityChanged() }

  private func read() {
    guard reading == nil, !missing.isEmpty, let documentActor = editor.documentActor else { return }
    isReading = true
    reading = Task { [weak self] in
      while let some = self?.nextBatch() {
        let read = await documentActor.comments(on: some)
        guard !Task.isCancelled, let self else { return }
        self.inFlight = []
        // Of pages that were edited meanwhile the next batch has newer ones.
        self.known.merge(read.filter { !self.missing.contains($0.key) }) { _, new in new }
        self.update()
      }
      self?.isReading = false
      self?.reading = nil
    }
  }

  private func nextBatch() -> [PageID]? {
    guard !missing.isEmpty else { return nil }
    let some = Array(missing.prefix(Self.batch))
    missing.removeFirst(some.count)
    inFlight = Set(some)
    return some
  }

  private func update() {
    let all = editor.pages.flatMap { known[$0] ?? [] }
    count = all.count
    kinds = Set(all.map(\.annotation.content.kind)).sorted { $0.rawValue < $1.rawValue }
    authors = Set(all.flatMap { ([$0.annotation] + $0.thread.replies).compactMap(\.author) })
      .filter { !$0.isEmpty }.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    let text = filter.text.trimmingCharacters(in: .whitespacesAndNewlines)
    comments = all.filter { comment in
      if let kind = filter.kind, comment.annotation.content.kind != kind { return false }
      if let page = filter.page, comment.page != page { return false }
      if let author = filter.author,
        !([comment.annotation] + comment.thread.replies).contains(where: { $0.author == author })
      {
        return false
      }
      return text.isEmpty || comment.contains(text)
    }
  }

  // MARK: - Commands

  /// Goes to a comment and selects it.
  public func show(_ comment: Comment) {
    viewer.reveal(comment.annotation.bounds, on: comment.page)
    selection.select([comment.annotation.id], on: comment.page)
  }

  /// Replies to a comment. An error becomes the session's ``ViewerSession/message``.
  ///
  /// - Parameters:
  ///   - comment: The comment.
  ///   - text: The reply; ignored if it is only white space. Its author is the session's ``ViewerSession/author``.
  public func reply(to comment: Comment, _ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    let author = editor.author
    let (id, page) = (comment.annotation.id, comment.page)
    editor.enqueue(.editing) { try $0.document.reply(to: id, on: page, with: text, author: author) }
  }

  /// Sets the state of a comment, such as accepted or rejected, on behalf of the session's ``ViewerSession/author``.
  public func setState(_ state: AnnotationState, of comment: Comment) {
    let author = editor.author
    let (id, page) = (comment.annotation.id, comment.page)
    editor.enqueue(.editing) { try $0.document.setState(state, of: id, on: page, author: author) }
  }

  /// Removes a comment with all replies to it.
  public func remove(_ comment: Comment) {
    let (id, page) = (comment.annotation.id, comment.page)
    editor.enqueue(.editing) { try $0.document.remove(id, from: page) }
  }
}

extension DocumentActor {
  /// The comments on pages, from top to bottom as the reader sees them. Pages that cannot be read have none.
  func comments(on pages: [PageID]) -> [PageID: [CommentList.Comment]] {
    pages.reduce(into: [:]) { result, id in
      guard let page = try? document.page(id) else { return result[id] = [] }
      let transform = page.transform()
      let threads = page.threads.filter(\.root.isComment)
      let places = threads.map { thread -> (top: Double, left: Double) in
        let box = transform.viewRect(thread.root.bounds)
        return (box.y, box.x)
      }
      let order = threads.indices.sorted {
        (places[$0].top, places[$0].left, $0) < (places[$1].top, places[$1].left, $1)
      }
      result[id] = order.map { CommentList.Comment(page: id, thread: threads[$0]) }
    }
  }
}

extension Annotation {
  /// Whether it counts as a comment: it is shown, and its type is one that carries remarks.
  fileprivate var isComment: Bool {
    isShown
      && !["Link", "Widget", "Popup", "Screen", "Movie", "PrinterMark", "TrapNet", "Watermark"].contains(
        subtype)
  }
}
