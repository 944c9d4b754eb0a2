import PostilModel

/// What clips leave of what is painted (ISO 32000-2, 8.5.4), as far as rectangles say it, in the space that the interpreter leads to.
enum ContentClip {
  /// Nothing clips.
  case everything
  /// What is not in here is cut off.
  case inside(PageRect)
  /// Nothing is left.
  case nothing

  /// Cuts off what is outside of another rectangle, too.
  mutating func cut(at rect: PageRect) {
    switch self {
    case .everything: self = .inside(rect)
    case .inside(let clip): self = clip.intersection(rect).map { .inside($0) } ?? .nothing
    case .nothing: break
    }
  }

  /// What is left of a rectangle; `nil` if it is nothing.
  func part(of rect: PageRect) -> PageRect? {
    switch self {
    case .everything: rect
    case .inside(let clip): rect.visiblePart(in: clip)
    case .nothing: nil
    }
  }
}
