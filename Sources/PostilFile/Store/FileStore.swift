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
  /// The objects of the file as it is now.
  var graph: ObjectGraph
  /// The pages of the file as it is now.
  var tree: PageTree
  /// The objects of the file as it was opened: pages and annotations that a rewrite left out come back from there.
  let openedGraph: ObjectGraph
  /// The pages of the file as it was opened.
  var openedTree: PageTree
  var incrementalBase: Result<IncrementalBase, XrefChain.Unusable>
  /// The state that the file has.
  package internal(set) var saved: DocumentState
  /// Where annotations are: in the file, or, of those that a rewrite left out and that may come back, where they came
  /// from.
  var origins: [PageID: [AnnotationID: PageAnnotations.Origin]] = [:]
  /// The page objects that are known.
  var pageObjects: [PageID: ObjectID] = [:]
  /// The pages that objects were when the file was opened, as far as links were followed to them.
  var openedPages: [ObjectID: PageID] = [:]
  /// Boxes and rotation of pages as their sources have them.
  var sourceAttributes: [PageSource: PageAttributes] = [:]
  /// The bytes that were opened, and what opens them: a renderer goes on showing those, whatever is saved. Where the page
  /// tree is damaged, a copy with a sound one: each reader finds other pages in a damaged one.
  package private(set) lazy var opened = withSoundTree ?? asOpened
  private let asOpened: OpenedFile
  /// The size of the file, if the bytes that were opened are ``LostXref/mended(_:)``.
  var mendedFileSize: Int?
  /// The annotations of pages as their sources have them, and where.
  var sourceAnnotations = AnnotationCache(limit: 16 << 20)
  /// How often the annotations of a source were read.
  var annotationReads = 0
  /// What the resources of pages say about drawing them.
  var sourceTraits: [PageSource: RenderTraits] = [:]
  /// The images that updates wrote for annotations, and their objects.
  var images: [Data: ObjectID] = [:]
  /// What names annotations that updates took out of the file.
  var listings = AnnotationListings()
  /// Pages that an update took out of the page tree: their objects are still in the file, and undo may bring them back.
  var removedPages: [PageID: RemovedPage] = [:]
  /// Objects of pages that a rewrite left out, where something leads to them: empty dictionaries, which are the pages' again
  /// when undo brings them back.
  var remains: [PageID: ObjectID] = [:]
  /// The documents that pages were taken from, and the pages that the session made.
  var documents: [SourceDocument: FileStore] = [:]
  /// What was copied of these documents, and what the file has for it; until the next rewrite.
  var importedObjects: [ObjectIdentifier: [ObjectID: ObjectID]] = [:]
  /// Whether the document was made here and not saved yet: its first save writes all of it.
  package var isNew = false
  /// How written bytes get to the disk.
  package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
  /// The parts of the file as it was opened that belong to no page, as far as they were asked for.
  var openedParts = OpenedParts()
  /// The objects of outline items in the file as it is now, also of those that were taken out; `nil` until they are needed.
  var outlineObjects: [OutlineItem.ID: ObjectID]?
  /// The form as it is in the file now. Read when it is first asked for.
  var knownForm: FormTree?
  /// The fields of that, without their widgets, by full name.
  var knownFields: [String: FormField] = [:]
  /// Of pages that are compared: see ``fingerprint(of:)``.
  var fingerprints: [ObjectIdentifier: PageFingerprint] = [:]
  /// The signatures of the file as it is now.
  var knownSignatures: [SignatureInfo]?
  /// The form as it was when the file was opened.
  var knownOpenedForm: FormTree?

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
    self.url = url
    incrementalBase =
      original != nil
      ? .failure(XrefChain.Unusable(reason: "the file is damaged and had to be repaired"))
      : IncrementalBase.find(in: bytes.pointer)
    mendedFileSize = original?.pointer.count
    let reader = try ObjectReader(
      bytes, password: password, chain: try? incrementalBase.get().chain,
      isDirect: options.isDirect, mostChecked: options.mostCheckedEntries)
    self.password = password
    identity = original?.identity ?? bytes.identity
    asOpened = OpenedFile(bytes: bytes, url: url, password: password)
    graph = ObjectGraph(
      reader,
      appended: AppendedObjects(
        AppendedBytes(memoryLimit: options.appendedMemory), encryption: reader.encryption()))
    openedGraph = ObjectGraph(reader)
    openedTree = try PageTree(openedGraph)
    tree = openedTree
    try reader.requireReadable()
    pageCount = tree.count
    saved = DocumentState(pageCount: tree.count, of: tag)
  }

  // MARK: - Pages

  /// Where a page is in the file as it is now: its place in the tree.
  func place(of page: PageID) throws -> Int {
    guard let place = saved.index(of: page) else { throw saved.noSuchPage(page).about(url) }
    return place
  }

  /// A page as the file has it now.
  func page(_ id: PageID) throws -> PageEntry {
    let isOpenedTree = tree === openedTree
    let page = try PageTree.entry(at: place(of: id), in: &tree, of: saved.pages.count, graph, url)
    // What was found out about the tree holds for both.
    if isOpenedTree { openedTree = tree }
    if let object = page.object, tree.pages == nil { pageObjects[id] = object }
    return page
  }

  /// A page as the file had it when it was opened.
  func openedPage(at index: Int) throws -> PageEntry {
    let isNewestTree = tree === openedTree
    defer { if isNewestTree { tree = openedTree } }
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
    let known = sources(of: page, now: source).compactMap { sourceAnnotations[$0] }
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
    sources(of: page, in: state).contains { sourceAnnotations[$0]?.origins[id] != nil }
  }

  /// The sources that annotations of a page in a state, or in none any more, may come from.
  func sources(of page: PageID, in state: DocumentState) -> Set<PageSource> {
    let isThere = state.index(of: page) != nil
    return sources(of: page, now: isThere ? state.page(page).source : removedPages[page]?.state.source)
  }

  /// The sources that annotations of a page may come from: that of its content now, and the page of the file that it was.
  func sources(of page: PageID, now source: PageSource?) -> Set<PageSource> {
    let own = page.number <= pageCount ? PageSource.opened(page.number - 1) : nil
    return Set([source, own].compactMap(\.self))
  }
}
