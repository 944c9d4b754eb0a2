/// Every page of a file, found by walking the whole tree and trusting nothing in it.
struct FlatPageTree {
  private(set) var pages: [PageEntry] = []
  /// What is wrong with the tree, in words.
  private(set) var damage: [String] = []
  /// The page objects that are listed more than once: changing one changes several pages.
  private(set) var listedTwice: Set<ObjectID> = []

  /// How many nodes the longest way to a page leads through.
  private(set) var depth = 0

  /// Pages that name something else as their parent than the node that lists them: what they name, and which node it is.
  private(set) var strays: [StrayPage] = []

  private let graph: any ObjectSource
  /// The nodes above pages, and the objects that their lists of kids are.
  private(set) var visitedNodes: Set<ObjectID> = []
  private var visitedPages: Set<ObjectID> = []

  init(_ graph: any ObjectSource, root: PDFObject) {
    self.graph = graph
    let dictionary = graph.resolve(root).dictionary
    if dictionary == nil { note("the page tree is missing") }
    if dictionary?["Kids"] == nil { note("the root of the page tree lists no pages") }
    walk(root)
    strays.removeAll { !visitedPages.contains($0.named) }
  }

  private mutating func note(_ text: String) {
    if damage.count < 20, !damage.contains(text) { damage.append(text) }
  }

  /// A node whose kids are being walked through.
  private struct Node {
    let id: ObjectID?
    /// The number of pages that it claims.
    let count: Int?
    let inherited: PDFDictionary
    var kids: ArraySlice<PDFObject>
    /// How many pages were found below.
    var found = 0
  }

  /// Goes through the tree without recursion: each node is entered once, and trees may be as deep as they have nodes.
  private mutating func walk(_ root: PDFObject) {
    // The nodes from the root to where the walk is.
    var path: [Node] = []
    enter(root, &path)
    while let node = path.last {
      guard let kid = node.kids.first else {
        leave(node)
        path.removeLast()
        if !path.isEmpty { path[path.count - 1].found += node.found }
        continue
      }
      path[path.count - 1].kids = node.kids.dropFirst()
      enter(kid, &path)
    }
  }

  private mutating func enter(_ object: PDFObject, _ path: inout [Node]) {
    guard let dictionary = graph.resolve(object).dictionary else {
      return note("the page tree lists something that is not a page")
    }
    let (above, inherited) = (path.last?.id, path.last?.inherited ?? [:])
    guard let kids = graph.resolve(dictionary["Kids"]).array else {
      let isPage = take(object, dictionary, below: above, inherited)
      if isPage, !path.isEmpty { path[path.count - 1].found += 1 }
      return
    }
    // The list may be an object of its own, and several nodes, or itself, lead to it.
    for id in [object.reference, dictionary["Kids"]?.reference].compactMap(\.self)
    where !visitedNodes.insert(id).inserted {
      return note("a part of the page tree is listed twice")
    }
    if object.reference == nil { note("a node of the page tree is not an object of its own") }
    var passedOn = inherited
    for key in InheritableKey.all {
      if let value = dictionary[key] { passedOn[key] = value }
    }
    path.append(
      Node(
        id: object.reference, count: graph.resolve(dictionary["Count"]).integer, inherited: passedOn,
        kids: kids[...]))
    depth = max(depth, path.count)
  }

  private mutating func leave(_ node: Node) {
    if node.count != node.found { note("the page tree's count is wrong") }
    if node.found == 0 { note("a node of the page tree is empty") }
  }

  /// Returns whether it is a page.
  private mutating func take(
    _ object: PDFObject, _ dictionary: PDFDictionary, below parent: ObjectID?, _ inherited: PDFDictionary
  ) -> Bool {
    guard dictionary["Type"]?.name != "Pages" else {
      note("a node of the page tree lists no pages")
      return false
    }
    var id = object.reference
    if id == nil { note("a page is not an object of its own") }
    if let known = id, !visitedPages.insert(known).inserted {
      note("a page is listed twice")
      listedTwice.insert(known)
      id = nil
    }
    if let id, let parent, let named = dictionary["Parent"]?.reference, named != parent {
      strays.append(StrayPage(page: id, named: named, parent: parent))
    }
    pages.append(PageEntry(object: id, dictionary: dictionary, inherited: inherited))
    return true
  }
}

/// A page that names another page as its parent: readers that look there take what it inherits from that page.
struct StrayPage {
  let page: ObjectID
  let named: ObjectID
  /// The node that lists it.
  let parent: ObjectID
}
