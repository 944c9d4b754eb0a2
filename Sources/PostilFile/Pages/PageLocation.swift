/// A page in the page tree.
struct PageLocation {
  /// The page object.
  let id: ObjectID
  /// The node that lists it.
  let parent: PageTreeNode
}
