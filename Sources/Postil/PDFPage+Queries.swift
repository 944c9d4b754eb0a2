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
  /// rectangle. Annotations that are not shown (hidden ones, and pop-ups) are not hit.
  ///
  /// - Parameters:
  ///   - point: The point in page space; of a view by ``transform(scale:)``.
  ///   - tolerance: How far off is still a hit, in points.
  /// - Complexity: O(annotations, and the points of those near it).
  public func annotations(at point: PagePoint, tolerance: Double = 0) -> [Annotation] {
    annotations.reversed().filter { $0.isShown && $0.isHit(at: point, tolerance: tolerance) }
  }

  /// The topmost annotation at a point: see ``annotations(at:tolerance:)``.
  public func annotation(at point: PagePoint, tolerance: Double = 0) -> Annotation? {
    annotations.last { $0.isShown && $0.isHit(at: point, tolerance: tolerance) }
  }
}

extension Annotation {
  /// Whether it is shown on a screen, as far as its own entries say.
  fileprivate var isShown: Bool { flags.isDisjoint(with: [.hidden, .noView]) && subtype != "Popup" }
}
