/// Every page of a file, found by walking the whole tree and trusting nothing in it.
struct FlatPageTree {
  private(set) var pages: [PageEntry] = []
  /// What is wrong with the tree, in words.
  private(set) var damage: [String] = []
  /// The page objects that are listed more than once: changing one changes several pages.
  private(set) var listedTwice: Set<ObjectID> = []

  /// Pages that name something else as their parent than the node that lists them: what they name, and which node it is.
  private(set) var strays: [StrayPage] = []

  private let graph: any ObjectSource
  /// The nodes above pages, and the objects that their lists of kids are.
  private(set) var visitedNodes: Set<ObjectID> = []
  private var visitedPages: Set<ObjectID> = []
  private static let maximumDepth = 500

  init(_ graph: any ObjectSource, root: PDFObject) {
    self.graph = graph
    let dictionary = graph.resolve(root).dictionary
    if dictionary == nil { note("the page tree is missing") }
    if dictionary?["Kids"] == nil { note("the root of the page tree lists no pages") }
    _ = walk(root, below: nil, inherited: [:], depth: 0)
    strays.removeAll { !visitedPages.contains($0.named) }
  }

  private mutating func note(_ text: String) {
    if damage.count < 20, !damage.contains(text) { damage.append(text) }
  }

  /// Returns how many pages were found below.
  private mutating func walk(
    _ object: PDFObject, below parent: ObjectID?, inherited: PDFDictionary, depth: Int
  ) -> Int {
    guard let dictionary = graph.resolve(object).dictionary, depth < Self.maximumDepth else {
      note("the page tree lists something that is not a page")
      return 0
    }
    guard let kids = graph.resolve(dictionary["Kids"]).array else {
      return take(object, dictionary, below: parent, inherited)
    }
    // The list may be an object of its own, and several nodes, or itself, lead to it.
    for id in [object.reference, dictionary["Kids"]?.reference].compactMap(\.self)
    where !visitedNodes.insert(id).inserted {
      note("a part of the page tree is listed twice")
      return 0
    }
    if object.reference == nil { note("a node of the page tree is not an object of its own") }
    var passedOn = inherited
    for key in InheritableKey.all {
      if let value = dictionary[key] { passedOn[key] = value }
    }
    let found = kids.reduce(0) {
      $0 + walk($1, below: object.reference, inherited: passedOn, depth: depth + 1)
    }
    if graph.resolve(dictionary["Count"]).integer != found { note("the page tree's count is wrong") }
    if found == 0 { note("a node of the page tree is empty") }
    return found
  }

  private mutating func take(
    _ object: PDFObject, _ dictionary: PDFDictionary, below parent: ObjectID?, _ inherited: PDFDictionary
  ) -> Int {
    guard dictionary["Type"]?.name != "Pages" else {
      note("a node of the page tree lists no pages")
      return 0
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
    return 1
  }
}

/// A page that names another page as its parent: readers that look there take what it inherits from that page.
struct StrayPage {
  let page: ObjectID
  let named: ObjectID
  /// The node that lists it.
  let parent: ObjectID
}
