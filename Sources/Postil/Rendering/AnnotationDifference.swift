import PostilModel

/// What looks different between two lists of annotations of one page.
enum AnnotationDifference {
  /// The items that were added, changed or removed: changed ones as they are and as they were. Items that are the same but
  /// in another order are among them too, since they may cover each other differently.
  ///
  /// - Parameter annotation: The annotation of an item. Its id is that of no other item in the list.
  /// - Complexity: O(items).
  static func changed<Item>(_ new: [Item], _ old: [Item], by annotation: (Item) -> Annotation) -> [Item] {
    let same = zip(new, old).prefix { annotation($0) == annotation($1) }.count
    let (new, old) = (new[same...], old[same...])
    func byID(_ items: ArraySlice<Item>) -> [AnnotationID: Annotation] {
      items.reduce(into: [:]) { result, item in
        let annotation = annotation(item)
        result[annotation.id] = annotation
      }
    }
    func isIn(_ others: [AnnotationID: Annotation], _ item: Item) -> Bool {
      let annotation = annotation(item)
      return others[annotation.id] == annotation
    }
    let (before, after) = (byID(old), byID(new))
    let kept = new.filter { isIn(before, $0) }
    let stayed = old.filter { isIn(after, $0) }
    let changed = new.filter { !isIn(before, $0) } + old.filter { !isIn(after, $0) }
    let isSameOrder = kept.elementsEqual(stayed) { annotation($0).id == annotation($1).id }
    return isSameOrder ? changed : changed + kept
  }
}
