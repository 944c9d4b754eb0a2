import PostilModel

/// Which annotations of two versions of a page are the same annotation.
struct AnnotationMatching {
  private(set) var pairs: [(old: Annotation, new: Annotation)] = []
  private(set) var added: [Annotation] = []
  private(set) var removed: [Annotation] = []

  /// By their names where both have them, then what is equal but for its name, as programs may give names anew, then by its number in
  /// the file, then what is of one kind and covers the same place.
  init(_ old: [Annotation], _ new: [Annotation]) {
    var rest = old
    var open = new
    func pair(by key: (Annotation) -> [String], _ isSame: (Annotation, Annotation) -> Bool) {
      var places = Dictionary(grouping: rest.indices) { key(rest[$0]) }
      var (taken, comparisons): (Set<Int>, Int) = ([], 0)
      open = open.filter { annotation in
        let own = key(annotation)
        let found = places[own]?.firstIndex { place in
          comparisons += 1
          return comparisons <= Self.mostComparisons && isSame(rest[place], annotation)
        }
        guard let found, let place = places[own]?.remove(at: found) else { return true }
        pairs.append((rest[place], annotation))
        taken.insert(place)
        return false
      }
      rest = rest.indices.filter { !taken.contains($0) }.map { rest[$0] }
    }
    pairByID(&rest, &open) { !$0.id.isPlace }
    pair(by: { [$0.subtype, $0.contents ?? "", $0.author ?? "", $0.subject ?? ""] }) {
      $0.differences(from: $1).isEmpty
    }
    // Names after places in the file mean something in revisions of one file.
    pairByID(&rest, &open) { $0.id.isPlace }
    pair(by: { [$0.subtype] }) { $0.bounds.intersects($1.bounds) }
    (added, removed) = (open, rest)
  }

  private mutating func pairByID(
    _ rest: inout [Annotation], _ open: inout [Annotation], _ isMeant: (Annotation) -> Bool
  ) {
    let names = Dictionary(rest.filter(isMeant).map { ($0.id, $0) }) { first, _ in first }
    var known: Set<AnnotationID> = []
    open = open.filter { annotation in
      guard let former = names[annotation.id], former.subtype == annotation.subtype else { return true }
      pairs.append((former, annotation))
      known.insert(former.id)
      return false
    }
    rest.removeAll { known.contains($0.id) }
  }

  /// Of annotations that are alike; a page with more has some that are told as removed and added.
  private static let mostComparisons = 100_000
}

extension Annotation {
  typealias Aspect = DocumentComparison.AnnotationDifference.Aspect

  /// What is different in a newer version. Dates do not count, nor what belongs to what.
  func differences(from new: Annotation) -> Set<Aspect> {
    var result: Set<Aspect> = []
    let content = content.numbered(as: new.content)
    if !content.isSame(as: new.content) {
      result.insert(content.displacement(to: new.content) == nil ? .content : .position)
    }
    if !style.isSame(as: new.style) { result.insert(.style) }
    if (contents ?? "") != (new.contents ?? "") { result.insert(.text) }
    if author != new.author || subject != new.subject { result.insert(.author) }
    if flags != new.flags { result.insert(.flags) }
    if metadata != new.metadata { result.insert(.metadata) }
    return result
  }
}

extension AnnotationContent {
  /// The content with an attached file as the other names it, if it is the same: programs that write a document anew give its objects
  /// other numbers.
  fileprivate func numbered(as other: AnnotationContent) -> AnnotationContent {
    guard let old = fileAttachment?.file, let new = other.fileAttachment?.file,
      case .stored(_, let oldCount, let oldSum) = old.contents,
      case .stored(_, let newCount, let newSum) = new.contents, oldCount == newCount, oldSum == newSum
    else { return self }
    var result = self
    result.fileAttachment?.file = AttachedFile(
      new.contents, name: old.name, description: old.fileDescription, mediaType: old.mediaType,
      creationDate: old.creationDate, modificationDate: old.modificationDate)
    return result
  }
}

extension AnnotationStyle {
  /// Whether it is the same up to what saving rounds.
  fileprivate func isSame(as other: AnnotationStyle) -> Bool {
    var rounded = self
    if abs(lineWidth - other.lineWidth) < 0.002 { rounded.lineWidth = other.lineWidth }
    if abs(opacity - other.opacity) < 0.002 { rounded.opacity = other.opacity }
    return rounded == other
  }
}
