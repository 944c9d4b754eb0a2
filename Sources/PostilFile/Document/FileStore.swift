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

  /// How the file was opened: the one that a rewrite makes is read the same way.
  let openOptions: OpenOptions
  /// What opens the file: another after a save that changed the encryption.
  package internal(set) var password: String?
  var identity: FileIdentity?
  var graph: ObjectGraph
  var tree: PageTree
  /// Why the page tree cannot be used, once that was found out: the whole tree is walked for it only once.
  private var treeFailure: PDFError?
  /// What updates appended to the bytes that were opened.
  var appendedBytes: [UInt8] = []
  var incrementalBase: Result<IncrementalBase, XrefChain.Unusable>
  /// The state that the file has.
  package internal(set) var saved: DocumentState
  /// Where annotations are in the file, also those that were deleted since and may come back.
  var origins: [PageID: [AnnotationID: PageAnnotations.Origin]] = [:]
  /// The page objects that are known.
  var pageObjects: [PageID: ObjectID] = [:]
  /// Boxes and rotation of pages as their sources have them.
  var sourceAttributes: [PageSource: PageAttributes] = [:]
  /// The bytes that were opened, and what opens them: a renderer goes on showing those, whatever is saved.
  package let opened: OpenedFile
  /// The annotations of pages as their sources have them, and where.
  var sourceAnnotations: [PageSource: SourceAnnotations] = [:]
  /// What the resources of pages say about drawing them.
  var sourceTraits: [PageSource: RenderTraits] = [:]
  /// Pages of the file, as they were opened, that a save gave other content.
  var formerPages: [PageSource: SourcePage] = [:]
  /// Pages that a save took out of the file: undo may bring them back.
  var removedPages: [PageID: RemovedPage] = [:]
  /// The documents that pages were taken from, and the pages that the session made.
  var documents: [SourceDocument: FileStore] = [:]
  /// How written bytes get to the disk.
  package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
  /// Read when it is first asked for, and before a save changes it.
  var knownInformation: DocumentInformation?
  /// Read when the first label is asked for.
  var pageLabels: PageLabels?

  package convenience init(_ source: Source, password: String?, options: OpenOptions) throws {
    switch source {
    case .url(let url):
      do {
        let bytes = try FileBytes(url: url, access: options.access)
        try self.init(bytes, url: url, password: password, options: options)
      } catch let error as PDFError {
        throw error.about(url)
      }
    case .data(let data):
      try self.init(FileBytes(data: data), url: nil, password: password, options: options)
    }
  }

  /// Opens bytes that are there already.
  init(_ bytes: FileBytes, url: URL?, password: String?, options: OpenOptions) throws {
    openOptions = options
    self.url = url
    incrementalBase = IncrementalBase.find(in: bytes.pointer)
    let reader = try ObjectReader(
      bytes, password: password, chain: try? incrementalBase.get().chain,
      isDirect: options.isDirect, mostChecked: options.mostCheckedEntries)
    self.password = password
    identity = bytes.identity
    opened = OpenedFile(bytes: bytes, url: url, password: password)
    graph = ObjectGraph(reader)
    tree = try PageTree(graph)
    try reader.requireReadable()
    pageCount = tree.count
    saved = DocumentState(pageCount: tree.count)
  }

  // MARK: - Pages

  /// Where a page is in the file as it is now: its place in the tree.
  func place(of page: PageID) throws -> Int {
    guard let place = saved.index(of: page) else { throw PDFError.noSuchPage(page).about(url) }
    return place
  }

  /// A page's dictionary and what it inherits.
  func page(_ id: PageID) throws -> (object: ObjectID?, dictionary: PDFDictionary, inherited: PDFDictionary) {
    if let treeFailure { throw treeFailure }
    let place = try place(of: id)
    if let page = tree.pages?[place] {
      let dictionary = page.id.flatMap { graph.object($0).dictionary } ?? page.dictionary
      try graph.requireReadable(url)
      return (page.id, dictionary, page.inherited)
    }
    do {
      let location = try tree.location(at: place)
      var inherited = PDFDictionary()
      for key in InheritableKey.all { inherited[key] = PageTreeEditor.inherited(key, from: location.parent) }
      try graph.requireReadable(url)
      pageObjects[id] = location.id
      return (location.id, graph.object(location.id).dictionary ?? [:], inherited)
    } catch is PageTree.Mismatch {
      try walkWholeTree()
      return try page(id)
    }
  }

  /// The counts in the tree are wrong: find out what is there.
  private func walkWholeTree() throws {
    let walked = try PageTree(walking: graph)
    guard walked.count == saved.pages.count else {
      let failure = PDFError(
        .damaged,
        "The file says that it has \(saved.pages.count) pages, but it has \(walked.count): repair it with 'qpdf IN OUT' first.",
        url: url)
      treeFailure = failure
      throw failure
    }
    tree = walked
  }

  /// The annotations that make no sense without the given ones: their pop-ups, replies to them (`/IRT`,
  /// ISO 32000-2, 12.5.6.2), and what in turn depends on those. O(annotations of the page).
  package func dependents(of ids: Set<AnnotationID>, on page: PageID) -> Set<AnnotationID> {
    guard let onPage = origins[page] else { return [] }
    var queue = ids.compactMap { onPage[$0]?.element.reference }
    guard !queue.isEmpty else { return [] }
    var links: [ObjectID: [(id: AnnotationID, object: ObjectID?)]] = [:]
    for (other, origin) in onPage {
      let link = origin.dictionary[origin.value.subtype == "Popup" ? "Parent" : "IRT"]?.reference
      if let link { links[link, default: []].append((other, origin.element.reference)) }
    }
    var result: Set<AnnotationID> = []
    while let next = queue.popLast() {
      for (other, object) in links[next] ?? [] where result.insert(other).inserted {
        if let object { queue.append(object) }
      }
    }
    return result.subtracting(ids)
  }
}
