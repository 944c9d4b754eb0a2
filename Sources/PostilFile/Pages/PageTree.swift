import PostilModel

/// The page tree, read only as far as it is asked for: walking to one page of a thousand costs a
/// few nodes, while libqpdf's own list of pages reads every page.
///
/// Small trees, and trees whose counts cannot be right, are walked wholly; what is wrong with them
/// is noted and mended by the first save that changes the tree.
final class PageTree {
  private let objects: any ObjectSource
  let root: PageTreeNode
  let count: Int
  /// Why the tree cannot be used, once that was found out: it is walked wholly for that only once.
  var failure: PDFError?
  /// What is wrong with the tree; pages are then listed in ``pages``.
  private(set) var damage: [String] = []
  /// Every page in order with the attributes it inherits, if the tree was walked wholly.
  private(set) var pages: [PageEntry]?
  /// The page objects in order, if the tree was walked wholly: what pages say of their parents may be wrong.
  private var listed: [ObjectID?]?
  /// Where each of them stands, from 0.
  private lazy var places = listed.map(Self.places)
  /// The same of a tree that was walked later.
  private var walked: [ObjectID: Int]?

  private static func places(_ pages: [ObjectID?]) -> [ObjectID: Int] {
    Dictionary(pages.enumerated().compactMap { index, page in page.map { ($0, index) } }) { first, _ in first
    }
  }

  /// The page objects that are known to be listed more than once.
  private(set) var listedTwice: Set<ObjectID> = []

  /// See ``StrayPage``; as far as the tree was walked wholly.
  private(set) var strays: [StrayPage] = []

  /// Deeper trees are walked wholly, and written as one node when they change: the way to each page costs too much there.
  private static let maximumDepth = 1_000
  /// Files with fewer objects are walked wholly when they are opened: that costs little there.
  private static let lazyThreshold = 2000

  /// Whether a count is trusted before the pages are seen: there cannot be more of them than objects,
  /// and hardly more than bytes.
  private static func isPlausible(_ count: Int, _ size: Int, _ graph: ObjectGraph) -> Bool {
    size > lazyThreshold && count <= size && count <= graph.reader.bytes.pointer.count
  }

  /// Reads the root of a file's tree.
  convenience init(_ graph: ObjectGraph) throws { try self.init(graph, of: graph) }

  /// Reads the root of the tree that a file has, or will have once changes are written.
  init(_ objects: any ObjectSource, of graph: ObjectGraph) throws {
    self.objects = objects
    guard let reference = objects.catalog["Pages"] else { throw Self.noTree }
    let size = graph.reader.trailer["Size"]?.integer ?? 0
    let dictionary = objects.resolve(reference).dictionary ?? [:]
    let stated = objects.resolve(dictionary["Count"]).integer ?? 0
    let node = reference.reference.flatMap { Self.node($0, dictionary, parent: nil, objects) }
    if let node, Self.isPlausible(stated, size, graph) {
      root = node
      count = stated
      return
    }
    let flat = FlatPageTree(objects, root: reference)
    count = flat.pages.count
    damage = flat.damage
    if node == nil, damage.isEmpty { damage = ["the root of the page tree is not an object of its own"] }
    listed = flat.pages.map(\.object)
    strays = flat.strays
    if !damage.isEmpty { (pages, listedTwice) = (flat.pages, flat.listedTwice) }
    root =
      node
      ?? PageTreeNode(
        id: ObjectID(number: 0), dictionary: dictionary, parent: nil, children: [], count: 0)
  }

  /// Walks the whole tree, for a file whose counts turned out to be wrong, or whose tree is too deep.
  init(walking objects: any ObjectSource) throws {
    self.objects = objects
    let reference = objects.catalog["Pages"] ?? .null
    let flat = FlatPageTree(objects, root: reference)
    count = flat.pages.count
    damage = flat.damage
    if damage.isEmpty {
      let isDeep = flat.depth > Self.maximumDepth
      damage = [
        isDeep ? "the page tree is over \(Self.maximumDepth) nodes deep" : "the page counts are wrong"
      ]
    }
    (pages, listed, listedTwice) = (flat.pages, flat.pages.map(\.object), flat.listedTwice)
    strays = flat.strays
    root = PageTreeNode(
      id: reference.reference ?? ObjectID(number: 0),
      dictionary: objects.resolve(reference).dictionary ?? [:],
      parent: nil, children: [], count: 0)
  }

  private static var noTree: PDFError {
    PDFError(.damaged, "The file has no list of pages: it is damaged beyond repair, try an older copy.")
  }

  /// Whether the tree can be changed node by node.
  var isSound: Bool { damage.isEmpty }

  // MARK: - Walking

  /// Thrown when the counts of a tree do not fit what is there.
  struct Mismatch: Error {}

  /// The page at an index, from 0, by walking down.
  func location(at index: Int) throws -> PageLocation {
    var node = try loadedRoot()
    var rest = index
    for _ in 0..<Self.maximumDepth {
      try see(rest + 1, of: node)
      guard let step = Self.step(into: node, to: &rest) else { throw Mismatch() }
      switch step {
      case .page(let id):
        guard Self.isPage(objects.object(id)) else { throw Mismatch() }
        return PageLocation(id: id, parent: node)
      case .node(let child): node = child
      }
      try expand(node)
    }
    throw Mismatch()
  }

  /// The place of a page object, from 0; `nil` if the tree does not list it. In a tree that was not walked wholly this
  /// walks up from the page and down again: O(depth × children of a node); and wholly, once, if that leads nowhere.
  func index(of page: ObjectID) -> Int? {
    if let places { return places[page] }
    // What pages say of their parents, and nodes of their counts, may be wrong.
    if let place = try? climb(from: page) { return place }
    if walked == nil {
      let flat = FlatPageTree(objects, root: objects.catalog["Pages"] ?? .null)
      walked = Self.places(flat.pages.map(\.object))
    }
    return walked?[page]
  }

  private func climb(from page: ObjectID) throws -> Int? {
    var path: [ObjectID] = [page]
    while path.count <= Self.maximumDepth, let last = path.last, last != root.id {
      guard let parent = objects.object(last).dictionary?["Parent"]?.reference else { return nil }
      path.append(parent)
    }
    guard path.last == root.id else { return nil }
    var node = try loadedRoot()
    var index = 0
    for id in path.dropLast().reversed() {
      guard let place = node.children.firstIndex(where: { $0.id == id }) else { return nil }
      try see(place + 1, of: node)
      for child in node.children[..<place] {
        if case .node(let inner) = child { index += inner.count } else { index += 1 }
      }
      guard case .node(let inner) = node.children[place] else { return id == page ? index : nil }
      try expand(inner)
      node = inner
    }
    return nil
  }

  private static func step(into node: PageTreeNode, to rest: inout Int) -> PageTreeNode.Child? {
    // Where all are pages there is nothing to add up.
    if let seen = node.seenPages, rest < seen {
      defer { rest = 0 }
      return node.children[rest]
    }
    for child in node.children {
      guard case .node(let inner) = child else {
        if rest == 0 { return child }
        rest -= 1
        continue
      }
      if rest < inner.count { return child }
      rest -= inner.count
    }
    return nil
  }

  private var isRootExpanded = false

  private func loadedRoot() throws -> PageTreeNode {
    if !isRootExpanded {
      isRootExpanded = true
      try expand(root)
    }
    return root
  }

  /// Turns a node's references into pages and nodes. As many as it has pages are taken for pages, and looked at only when they are needed:
  /// see ``see(_:of:)``.
  private func expand(_ node: PageTreeNode) throws {
    guard node.children.isEmpty else { return }
    let kids = objects.resolve(node.dictionary["Kids"]).array ?? []
    let references = kids.compactMap(\.reference)
    guard references.count == kids.count, !kids.isEmpty else { throw Mismatch() }
    guard references.count == node.count else { return try sort(references, into: node) }
    (node.children, node.seenPages) = (references.map { .page($0) }, 0)
  }

  /// Makes sure that the first children of a node are what they are taken for.
  ///
  /// - Complexity: O(`count`), once.
  private func see(_ count: Int, of node: PageTreeNode) throws {
    while let seen = node.seenPages, seen < min(count, node.children.count) {
      let id = node.children[seen].id
      guard Self.isPage(objects.object(id)) else { return try sort(node.children.map(\.id), into: node) }
      node.seenPages = seen + 1
    }
  }

  /// Looks at all children of a node.
  private func sort(_ references: [ObjectID], into node: PageTreeNode) throws {
    let children: [PageTreeNode.Child] = try references.map { id in
      let object = objects.object(id)
      if Self.isPage(object) { return .page(id) }
      guard let dictionary = object.dictionary, let child = Self.node(id, dictionary, parent: node, objects),
        child.count <= node.count, !node.ancestry.contains(where: { $0.id == id })
      else { throw Mismatch() }
      return .node(child)
    }
    let sum = children.reduce(0) { sum, child in
      if case .node(let inner) = child { sum + inner.count } else { sum + 1 }
    }
    guard sum == node.count else { throw Mismatch() }
    (node.children, node.seenPages) = (children, nil)
  }

  private static func node(
    _ id: ObjectID, _ dictionary: PDFDictionary, parent: PageTreeNode?, _ objects: any ObjectSource
  ) -> PageTreeNode? {
    guard dictionary["Kids"] != nil, let count = objects.resolve(dictionary["Count"]).integer, count >= 0
    else {
      return nil
    }
    return PageTreeNode(id: id, dictionary: dictionary, parent: parent, children: [], count: count)
  }

  static func isPage(_ object: PDFObject) -> Bool {
    guard let dictionary = object.dictionary else { return false }
    return dictionary["Kids"] == nil && dictionary["Type"]?.name != "Pages"
  }
}

/// A page in the page tree.
struct PageLocation {
  /// The page object.
  let id: ObjectID
  /// The node that lists it.
  let parent: PageTreeNode
}
