public import Foundation

/// An annotation with all that was said about it: answers, answers to those, and what people make of it.
///
/// Programs differ in what an answer answers: some the annotation itself, others the answer before it. A thread has all of them
/// in the order in which they were written; ``Annotation/relation`` tells what each of them answers.
public struct AnnotationThread: Sendable, Hashable, Identifiable {
  /// What somebody made of an annotation of the thread at a time.
  public struct Review: Sendable, Hashable {
    /// The annotation that it is about.
    public let target: AnnotationID
    /// What is made of it.
    public let state: AnnotationState
    /// Who says so.
    public let author: String?
    /// When.
    public let date: Date?
    /// The hidden note that says so in the file.
    public let id: AnnotationID
  }

  /// The annotation that it is about.
  public let root: Annotation
  /// The other parts of the annotation, such as the text that is struck out where a caret has what is to be put in.
  public let parts: [Annotation]
  /// The answers, oldest first: those to answers too, but no states.
  public let replies: [Annotation]
  /// The states that were set, oldest first: those that others replaced since too.
  public let reviews: [Review]

  /// The name of the annotation that it is about.
  public var id: AnnotationID { root.id }

  /// What each author makes of an annotation of the thread: the newest state counts. The author of states without one is "".
  ///
  /// - Parameters:
  ///   - target: The annotation; `nil` for the one that the thread is about.
  ///   - model: The set of states.
  /// - Complexity: O(reviews).
  public func states(
    of target: AnnotationID? = nil, in model: AnnotationState.Model = .review
  ) -> [String: AnnotationState] {
    reviews.reduce(into: [:]) { states, review in
      guard review.target == target ?? id, review.state.model == model else { return }
      states[review.author ?? ""] = review.state
    }
  }
}

extension AnnotationThread {
  /// The threads of a page: one for each annotation that belongs to no other, bottom first.
  ///
  /// Pop-ups have none, and states that belong to nothing on the page neither. Of annotations that answer each other in a
  /// circle, as damaged files have them, the lowest is what the thread is about.
  ///
  /// - Parameter annotations: The annotations of a page, bottom first.
  /// - Complexity: O(n log n).
  public static func all(in annotations: [Annotation]) -> [AnnotationThread] {
    let roots = ThreadRoots(annotations)
    var members: [Int: [Int]] = [:]
    for index in annotations.indices where !annotations[index].isPopup && roots[index] != index {
      members[roots[index], default: []].append(index)
    }
    return annotations.indices.compactMap { index in
      let root = annotations[index]
      guard roots[index] == index, !root.isPopup, root.content.note?.state == nil else { return nil }
      return AnnotationThread(root, (members[index] ?? []).map { annotations[$0] })
    }
  }

  /// - Parameter members: All that belongs to the root but pop-ups, bottom first.
  private init(_ root: Annotation, _ members: [Annotation]) {
    self.root = root
    parts = members.filter { if case .part? = $0.relation { true } else { false } }
    let answers = Self.byDate(members.filter { if case .reply? = $0.relation { true } else { false } })
    replies = answers.filter { $0.content.note?.state == nil }
    let states = answers.filter { $0.content.note?.state != nil }
    let targets = Self.targets(of: states)
    reviews = states.compactMap { note in
      guard let state = note.content.note?.state, let target = targets[note.id] else { return nil }
      return Review(
        target: target, state: state, author: note.author, date: note.creationDate ?? note.modificationDate,
        id: note.id)
    }
  }

  /// What states are about: some programs have the states of an annotation answer each other. O(states).
  private static func targets(of states: [Annotation]) -> [AnnotationID: AnnotationID] {
    let answered = Dictionary(states.compactMap { note in note.relation.map { (note.id, $0.target) } }) { $1 }
    var targets: [AnnotationID: AnnotationID] = [:]
    for state in states {
      var (way, seen): ([AnnotationID], Set<AnnotationID>) = ([], [])
      var target = state.id
      while targets[target] == nil, let next = answered[target], seen.insert(target).inserted {
        way.append(target)
        target = next
      }
      let end = targets[target] ?? target
      for id in way { targets[id] = end }
    }
    return targets
  }

  /// Oldest first. What has no date stays behind what it stands behind.
  private static func byDate(_ annotations: [Annotation]) -> [Annotation] {
    var last = Date.distantPast
    let dated = annotations.enumerated().map { index, annotation in
      last = annotation.creationDate ?? annotation.modificationDate ?? last
      return (date: last, index: index, annotation: annotation)
    }
    return dated.sorted { ($0.date, $0.index) < ($1.date, $1.index) }.map(\.annotation)
  }
}

/// For each annotation of a page the index of the one that it belongs to in the end: its own if it belongs to none.
private struct ThreadRoots {
  private var roots: [Int]

  /// - Complexity: O(n).
  init(_ annotations: [Annotation]) {
    let indices = Dictionary(annotations.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var roots = [Int](repeating: -1, count: annotations.count)
    for start in annotations.indices where roots[start] < 0 {
      var way: [Int] = []
      var places: [Int: Int] = [:]
      var index = start
      var root: Int?
      while root == nil {
        if roots[index] >= 0 {
          root = roots[index]
        } else if let place = places[index] {
          root = way[place...].min() ?? index
        } else {
          places[index] = way.count
          way.append(index)
          if let next = annotations[index].relation.flatMap({ indices[$0.target] }) {
            index = next
          } else {
            root = index
          }
        }
      }
      for index in way { roots[index] = root ?? index }
    }
    self.roots = roots
  }

  subscript(index: Int) -> Int { roots[index] }
}

extension Annotation {
  fileprivate var isPopup: Bool { subtype == "Popup" }
}

extension AnnotationThread: CustomStringConvertible {
  /// The annotation, and how many answers there are: `note-1: note at (72, 700), 2 answers`.
  public var description: String {
    "\(root)" + (replies.isEmpty ? "" : ", \(replies.count) \(replies.count == 1 ? "answer" : "answers")")
  }
}
