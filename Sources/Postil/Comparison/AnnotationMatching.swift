import PostilModel

/// An annotation with what it does and holds that is no value of it.
struct ComparedAnnotation {
  let annotation: Annotation
  /// A digest of its actions; `nil` if it has none.
  var actions: [UInt8]?
  /// A digest of the file that it holds; `nil` if it holds none, or that cannot be read.
  var file: [UInt8]?

  /// What is different in a newer version: see ``Annotation/differences(from:isSameFile:)``.
  func differences(from new: ComparedAnnotation) -> Set<Annotation.Aspect> {
    let isSameFile = file.flatMap { file in new.file.map { $0 == file } }
    var result = annotation.differences(from: new.annotation, isSameFile: isSameFile)
    if actions != new.actions { result.insert(.actions) }
    return result
  }
}

/// Which annotations of two versions of a page are the same annotation.
struct AnnotationMatching {
  typealias Pair = (old: ComparedAnnotation, new: ComparedAnnotation)

  private(set) var pairs: [Pair] = []
  private(set) var added: [Annotation] = []
  private(set) var removed: [Annotation] = []

  /// By their names where both have them, then what is equal but for its name, as programs may give names anew, then by its number in
  /// the file, then what is of one kind and covers the same place.
  init(_ old: [ComparedAnnotation], _ new: [ComparedAnnotation]) {
    var rest = old
    var open = new
    func pair(
      by key: (Annotation) -> [String], _ isSame: (ComparedAnnotation, ComparedAnnotation) -> Bool
    ) {
      var places = Dictionary(grouping: rest.indices) { key(rest[$0].annotation) }
      var (taken, comparisons): (Set<Int>, Int) = ([], 0)
      open = open.filter { annotation in
        let own = key(annotation.annotation)
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
    pair(by: { [$0.subtype] }) { $0.annotation.bounds.intersects($1.annotation.bounds) }
    (added, removed) = (open.map(\.annotation), rest.map(\.annotation))
  }

  private mutating func pairByID(
    _ rest: inout [ComparedAnnotation], _ open: inout [ComparedAnnotation], _ isMeant: (Annotation) -> Bool
  ) {
    let named = rest.filter { isMeant($0.annotation) }.map { ($0.annotation.id, $0) }
    let names = Dictionary(named) { first, _ in first }
    var known: Set<AnnotationID> = []
    open = open.filter { one in
      guard let former = names[one.annotation.id], former.annotation.subtype == one.annotation.subtype else {
        return true
      }
      pairs.append((former, one))
      known.insert(former.annotation.id)
      return false
    }
    rest.removeAll { known.contains($0.annotation.id) }
  }

  /// Of annotations that are alike; a page with more has some that are told as removed and added.
  private static let mostComparisons = 100_000
}

extension Annotation {
  typealias Aspect = DocumentComparison.AnnotationDifference.Aspect

  /// What is different in a newer version. Dates do not count, nor what belongs to what.
  ///
  /// - Parameter isSameFile: Whether both hold the same file; `nil` if that is not known by its bytes.
  func differences(from new: Annotation, isSameFile: Bool? = nil) -> Set<Aspect> {
    var result: Set<Aspect> = isSameFile == false ? [.content] : []
    let content = content.numbered(as: new.content, isSameFile)
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
  fileprivate func numbered(as other: AnnotationContent, _ isSameFile: Bool?) -> AnnotationContent {
    guard let old = fileAttachment?.file, let new = other.fileAttachment?.file,
      isSameFile ?? old.isStored(like: new)
    else { return self }
    var result = self
    result.fileAttachment?.file = AttachedFile(
      new.contents, name: old.name, description: old.fileDescription, mediaType: old.mediaType,
      creationDate: old.creationDate, modificationDate: old.modificationDate)
    return result
  }
}

extension AttachedFile {
  /// Whether the files that both are in say the same of their bytes.
  fileprivate func isStored(like other: AttachedFile) -> Bool {
    guard case .stored(_, let count, let sum) = contents,
      case .stored(_, let otherCount, let otherSum) = other.contents
    else { return false }
    return count == otherCount && sum == otherSum
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
