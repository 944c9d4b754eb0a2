package import Foundation
package import PostilModel
import PostilSystem

/// The file behind a document: reads pages and annotations as values, and writes states back. One
/// thread at a time.
package final class FileStore {
  package enum Source {
    case url(URL)
    case data(Data)
  }

  /// The file that the document was opened from or last saved to.
  package internal(set) var url: URL?
  /// How many pages the file had when it was opened.
  package let pageCount: Int
  /// Of the identifiers of its pages.
  package let tag = DocumentTag()

  /// How the file was opened: the one that a rewrite makes is read the same way.
  let openOptions: OpenOptions
  /// What opens the file: another after a save that changed the encryption.
  package internal(set) var password: String?
  var identity: FileIdentity?
  /// The file as it is now.
  var current: CurrentFile
  /// The objects of the file as it was opened: pages and annotations that a rewrite left out come back from there.
  let openedGraph: ObjectGraph
  /// The pages of the file as it was opened.
  var openedTree: PageTree
  var caches = StoreCaches()
  /// The state that the file has.
  package internal(set) var saved: DocumentState
  /// Where annotations are: in the file, or, of those that a rewrite left out and that may come back, where they came
  /// from.
  var origins: [PageID: [AnnotationID: PageAnnotations.Origin]] = [:]
  /// The bytes that were opened, and what opens them: a renderer goes on showing those, whatever is saved. Where the page
  /// tree is damaged, a copy with a sound one: each reader finds other pages in a damaged one.
  package private(set) lazy var opened = withSoundTree ?? asOpened
  private let asOpened: OpenedFile
  /// The documents that pages were taken from, and the pages that the session made.
  var documents: [SourceDocument: FileStore] = [:]
  /// Whether who took pages of the file was told that it is damaged.
  var isDamageTold = false
  /// Whether the document was made here and not saved yet: its first save writes all of it.
  package var isNew = false
  /// The objects that edits named by their numbers, as they were when the file was opened.
  var namedObjects: Set<Int> = []
  /// How written bytes get to the disk.
  package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }

  package convenience init(
    _ source: Source, password: String?, options: OpenOptions, monitor: WorkMonitor = .none
  ) throws {
    switch source {
    case .url(let url):
      do {
        // Most of the time goes into reading the file.
        let bytes = try FileBytes(url: url, access: options.access, monitor: monitor.part(from: 0, to: 0.9))
        try monitor.advance(to: 0.9)
        try self.init(mending: bytes, url, password, options)
      } catch let error as PDFError {
        throw error.about(url)
      }
    case .data(let data):
      try self.init(mending: FileBytes(data: data), nil, password, options)
    }
  }

  /// Opens bytes; if libqpdf cannot repair them, what ``LostXref`` makes of them.
  private convenience init(
    mending bytes: FileBytes, _ url: URL?, _ password: String?, _ options: OpenOptions
  ) throws {
    do {
      try self.init(bytes, url: url, password: password, options: options)
    } catch let damage as PDFError where damage.code == .damaged {
      guard let data = LostXref.mended(bytes.pointer), let mended = try? FileBytes(data: data) else {
        throw damage
      }
      do {
        try self.init(mended, url: url, password: password, options: options, insteadOf: bytes)
      } catch {
        throw damage
      }
      guard pageCount > 0 else { throw damage }
    }
  }

  /// Opens bytes that are there already.
  ///
  /// - Parameter original: The bytes of the file, if these are mended.
  init(
    _ bytes: FileBytes, url: URL?, password: String?, options: OpenOptions,
    insteadOf original: FileBytes? = nil
  ) throws {
    openOptions = options
    let url = url?.withPath
    self.url = url
    let base =
      original != nil
      ? .failure(XrefChain.Unusable(reason: "the file is damaged and had to be repaired"))
      : IncrementalBase.find(in: bytes.pointer)
    let reader = try ObjectReader(
      bytes, password: password, chain: try? base.get().chain,
      isDirect: options.isDirect, mostChecked: options.mostCheckedEntries)
    self.password = reader.password
    identity = original?.identity ?? bytes.identity
    asOpened = OpenedFile(bytes: bytes, url: url, password: reader.password)
    let graph = ObjectGraph(
      reader,
      appended: AppendedObjects(
        AppendedBytes(memoryLimit: options.appendedMemory), encryption: reader.encryption()))
    openedGraph = ObjectGraph(reader)
    openedTree = try PageTree(openedGraph)
    current = CurrentFile(graph, openedTree, base, mendedSize: original?.pointer.count)
    try reader.requireReadable()
    pageCount = openedTree.count
    saved = DocumentState(pageCount: pageCount, of: tag)
  }

  /// The objects of the file as it is now.
  var graph: ObjectGraph { current.graph }
  /// The pages of the file as it is now.
  var tree: PageTree { current.tree }
  var incrementalBase: Result<IncrementalBase, XrefChain.Unusable> { current.incrementalBase }

  // MARK: - Pages

  /// Where a page is in the file as it is now: its place in the tree.
  func place(of page: PageID) throws -> Int {
    guard let place = saved.index(of: page) else { throw saved.noSuchPage(page).about(url) }
    return place
  }

  /// A page as the file has it now.
  func page(_ id: PageID) throws -> PageEntry {
    let isOpenedTree = tree === openedTree
    let page = try PageTree.entry(at: place(of: id), in: &current.tree, of: saved.pages.count, graph, url)
    // What was found out about the tree holds for both.
    if isOpenedTree { openedTree = tree }
    if let object = page.object, tree.pages == nil { current.pageObjects[id] = object }
    return page
  }

  /// A page as the file had it when it was opened.
  func openedPage(at index: Int) throws -> PageEntry {
    let isNewestTree = tree === openedTree
    defer { if isNewestTree { current.tree = openedTree } }
    return try PageTree.entry(at: index, in: &openedTree, of: pageCount, openedGraph, url)
  }

  /// The file as it was opened with its pages in a tree of one node, if its tree is damaged.
  private var withSoundTree: OpenedFile? {
    guard !openedTree.isSound, let pages = openedTree.pages, !pages.isEmpty else { return nil }
    let first = RewriteWriter.firstNewNumber
    let changes = ObjectChanges(openedGraph, nextNumber: first)
    _ = PageTreeEditor.rebuild(pages, pages.map(\.object), in: changes)
    do {
      let writer = try RewriteWriter(asOpened.bytes, password: asOpened.password)
      try writer.replace(changes.objects, firstNew: first)
      let bytes = try FileBytes(data: writer.data(RewriteOptions()))
      return OpenedFile(bytes: bytes, url: asOpened.url, password: asOpened.password)
    } catch {
      return nil
    }
  }

  /// The annotations that make no sense without the given ones: their pop-ups, replies to them (`/IRT`,
  /// ISO 32000-2, 12.5.6.2), and what in turn depends on those. What the page's source has must have been read.
  /// O(the given ones and those found).
  ///
  /// - Parameter source: Where the page's content comes from.
  package func dependents(of ids: Set<AnnotationID>, on page: PageID, source: PageSource) -> Set<AnnotationID>
  {
    let known = sources(of: page, now: source).compactMap { caches.annotations[$0] }
    var result: Set<AnnotationID> = []
    for annotations in known where !annotations.links.isEmpty {
      var queue = ids.compactMap { annotations.origins[$0]?.element.reference }
      while let next = queue.popLast() {
        for (other, object) in annotations.links[next] ?? [] where result.insert(other).inserted {
          if let object { queue.append(object) }
        }
      }
    }
    return result.subtracting(ids)
  }

  /// Whether a source of a page has an annotation of that id.
  func isFromSource(_ id: AnnotationID, of page: PageID, in state: DocumentState) -> Bool {
    sources(of: page, in: state).contains { caches.annotations[$0]?.origins[id] != nil }
  }

  /// The sources that annotations of a page in a state, or in none any more, may come from.
  func sources(of page: PageID, in state: DocumentState) -> Set<PageSource> {
    let isThere = state.index(of: page) != nil
    return sources(
      of: page, now: isThere ? state.page(page).source : current.removedPages[page]?.state.source)
  }

  /// The sources that annotations of a page may come from: that of its content now, and the page of the file that it was.
  func sources(of page: PageID, now source: PageSource?) -> Set<PageSource> {
    let own = page.number <= pageCount ? PageSource.opened(page.number - 1) : nil
    return Set([source, own].compactMap(\.self))
  }
}
