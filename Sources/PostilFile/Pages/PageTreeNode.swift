/// An inner node of the page tree, as far as it was looked at.
final class PageTreeNode {
  enum Child {
    case page(ObjectID)
    case node(PageTreeNode)

    /// The object.
    var id: ObjectID {
      switch self {
      case .page(let id): id
      case .node(let node): node.id
      }
    }
  }

  let id: ObjectID
  let dictionary: PDFDictionary
  private(set) weak var parent: PageTreeNode?
  var children: [Child]
  /// How many pages are below.
  private(set) var count: Int
  private(set) var isChanged = false
  /// Where all children are taken for pages, since there are as many of them: how many of the first are known to be pages.
  var seenPages: Int?

  init(id: ObjectID, dictionary: PDFDictionary, parent: PageTreeNode?, children: [Child], count: Int) {
    self.id = id
    self.dictionary = dictionary
    self.parent = parent
    self.children = children
    self.count = count
  }

  /// The node and all above it.
  var ancestry: [PageTreeNode] { Array(sequence(first: self, next: \.parent)) }

  /// Gives the node other children, and all nodes above it their new counts.
  func setChildren(_ new: [Child]) {
    let pages = { (children: [Child]) in children.count { if case .page = $0 { true } else { false } } }
    let difference = pages(new) - pages(children)
    children = new
    seenPages = seenPages.map { min($0, new.count) }
    isChanged = true
    guard difference != 0 else { return }
    for node in ancestry {
      node.count += difference
      node.isChanged = true
    }
  }

  /// Takes a node that has become empty out of its parent: some readers stumble over such nodes.
  func prune() {
    var node = self
    while node.children.isEmpty, let parent = node.parent {
      let empty = node
      parent.children.removeAll { if case .node(let child) = $0 { child === empty } else { false } }
      parent.isChanged = true
      node = parent
    }
  }

  /// The node as it is to be written.
  var object: PDFObject {
    var result = dictionary
    result["Type"] = .name("Pages")
    result["Kids"] = .array(
      children.map { child in
        switch child {
        case .page(let id): .reference(id)
        case .node(let node): .reference(node.id)
        }
      })
    result["Count"] = .integer(count)
    return .dictionary(result)
  }
}
