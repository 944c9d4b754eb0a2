import PostilModel

extension PDFPage {
  // MARK: - Finding annotations

  /// The annotation of a name, if the page has it. O(annotations).
  public func annotation(named name: AnnotationID) -> Annotation? { annotations.first { $0.id == name } }

  /// The annotations whose names begin with something, such as `route-`, bottom first. O(annotations).
  public func annotations(withNamePrefix prefix: String) -> [Annotation] {
    annotations.filter { $0.id.rawValue.hasPrefix(prefix) }
  }

  /// The annotations of a kind, bottom first. O(annotations).
  public func annotations(ofKind kind: AnnotationContent.Kind) -> [Annotation] {
    annotations.filter { $0.content.kind == kind }
  }

  /// The annotations of a PDF subtype, such as `Link` or `Text`, bottom first. O(annotations).
  public func annotations(ofSubtype subtype: String) -> [Annotation] {
    annotations.filter { $0.subtype == subtype }
  }

  /// The annotations at a point, topmost first: those that paint there, or at most `tolerance` points beside it. A filled
  /// shape is hit inside as well, an unfilled one on its outline alone, and one that Postil does not draw anywhere in its
  /// rectangle. Annotations that are not shown (hidden ones, pop-ups, and notes that answer others) are not hit. Those
  /// that stay upright on a turned page (``AnnotationFlags/noRotate``) are hit where they are shown.
  ///
  /// - Parameters:
  ///   - point: The point in page space; of a view by ``transform(scale:)``.
  ///   - tolerance: How far off is still a hit, in points.
  /// - Complexity: O(annotations and their points): keep a ``hitTester`` for many points.
  public func annotations(at point: PagePoint, tolerance: Double = 0) -> [Annotation] {
    hitTester.annotations(at: point, tolerance: tolerance)
  }

  /// The topmost annotation at a point: see ``annotations(at:tolerance:)``.
  public func annotation(at point: PagePoint, tolerance: Double = 0) -> Annotation? {
    hitTester.annotation(at: point, tolerance: tolerance)
  }

  /// The annotations, prepared for many hit tests, such as one for each movement of a pointer.
  ///
  /// - Complexity: O(annotations and their points).
  public var hitTester: AnnotationHitTester { AnnotationHitTester(annotations, rotation: rotation) }

  // MARK: - Discussions

  /// The page's annotations with what was said about each, bottom first: see ``AnnotationThread/all(in:)``. O(n log n).
  public var threads: [AnnotationThread] { AnnotationThread.all(in: annotations) }

  /// The thread that an annotation belongs to, whether it is what the thread is about, an answer, a part or a state; `nil` if
  /// the page does not have it, or it is a pop-up. O(n log n).
  ///
  /// - Parameter id: The annotation.
  public func thread(of id: AnnotationID) -> AnnotationThread? {
    threads.first { thread in
      thread.id == id || (thread.parts + thread.replies).contains { $0.id == id }
        || thread.reviews.contains { $0.id == id }
    }
  }

  /// What answers an annotation directly, oldest first: no states, and no answers to answers, which ``thread(of:)`` has.
  ///
  /// - Parameter id: The annotation.
  /// - Complexity: O(n log n).
  public func replies(to id: AnnotationID) -> [Annotation] {
    thread(of: id)?.replies.filter { $0.relation == .reply(to: id) } ?? []
  }

  /// The window for the text of an annotation; `nil` if the file has none. O(n).
  ///
  /// - Parameter id: The annotation.
  public func popup(of id: AnnotationID) -> Annotation? {
    annotations.first { $0.relation == .popup(of: id) }
  }

  /// Annotations with all that belongs to them: parts, pop-ups, answers, states, and what belongs to those. It is what is
  /// removed, moved and copied together.
  ///
  /// - Parameter ids: The annotations; those that the page does not have are left out.
  /// - Returns: Bottom first.
  /// - Complexity: O(n).
  public func unit(of ids: some Sequence<AnnotationID>) -> [Annotation] {
    let named = Set(ids)
    let unit = named.union(AnnotationList(annotations).related(to: named))
    return annotations.filter { unit.contains($0.id) }
  }
}
