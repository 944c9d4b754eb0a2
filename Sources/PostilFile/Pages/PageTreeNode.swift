/// An inner node of the page tree, as far as it was looked at.
final class PageTreeNode {
  enum Child {
    case page(ObjectID)
    case node(PageTreeNode)
  }

  let id: ObjectID
  let dictionary: PDFDictionary
  private(set) weak var parent: PageTreeNode?
  var children: [Child]
  /// How many pages are below.
  private(set) var count: Int
  private(set) var isChanged = false

  init(id: ObjectID, dictionary: PDFDictionary, parent: PageTreeNode?, children: [Child], count: Int) {
    self.id = id
    self.dictionary = dictionary
    self.parent = parent
    self.children = children
    self.count = count
  }

  /// The node and all above it.
  var ancestry: [PageTreeNode] { Array(sequence(first: self, next: \.parent)) }

  /// Where a page stands among the children.
  func position(of page: ObjectID) -> Int? {
    children.firstIndex { if case .page(let id) = $0 { id == page } else { false } }
  }

  func insert(_ page: ObjectID, at position: Int) {
    children.insert(.page(page), at: position)
    adjustCount(by: 1)
  }

  func remove(at position: Int) {
    children.remove(at: position)
    adjustCount(by: -1)
    prune()
  }

  private func adjustCount(by difference: Int) {
    isChanged = true
    for node in ancestry {
      node.count += difference
      node.isChanged = true
    }
  }

  /// Takes a node that has become empty out of its parent: some readers stumble over such nodes.
  private func prune() {
    guard children.isEmpty, let parent else { return }
    parent.children.removeAll { if case .node(let node) = $0 { node === self } else { false } }
    parent.isChanged = true
    parent.prune()
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
