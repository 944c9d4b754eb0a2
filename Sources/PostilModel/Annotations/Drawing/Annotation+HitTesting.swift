extension Annotation {
  /// Whether a point of the page is on what the annotation paints, or at most `tolerance` points beside it. A filled shape is hit
  /// inside as well, an unfilled one on its outline alone; dashes count as unbroken. Marked text is hit wherever the text is, text,
  /// images, icons, carets and redaction marks anywhere in their frames, one that Postil does not draw anywhere in its rectangle.
  /// Flags such as hidden are not looked at. O(points).
  public func isHit(at point: PagePoint, tolerance: Double = 0) -> Bool {
    isHit(at: point, tolerance: tolerance, bounds: bounds)
  }

  /// - Parameter bounds: Its ``bounds``, which cost O(points) and may be known already.
  func isHit(at point: PagePoint, tolerance: Double, bounds: PageRect) -> Bool {
    guard point.isUsable else { return false }
    let slack = tolerance > 0 ? tolerance : 0
    guard bounds.insetBy(-slack).contains(point) else { return false }
    guard content.capabilities.contains(.drawn) else { return true }
    if content.value.hitArea(style)?.encloses(point, by: .nonzero) == true { return true }
    return appearance.items.contains { $0.isHit(at: point, tolerance: slack) }
  }
}

extension Appearance.Item {
  fileprivate func isHit(at point: PagePoint, tolerance: Double) -> Bool {
    switch content {
    case .group(let group): return group.items.contains { $0.isHit(at: point, tolerance: tolerance) }
    case .page(let page): return page.place.frame.insetBy(-tolerance).contains(point)
    case .image(let image): return image.place.frame.insetBy(-tolerance).contains(point)
    case .text(let text): return text.place.frame.insetBy(-tolerance).contains(point)
    case .path(let item):
      guard item.fill != nil || item.pen != nil else { return false }
      if item.fill != nil && item.path.encloses(point, by: item.fillRule) { return true }
      return item.path.passes(within: (item.pen?.width ?? 0) / 2 + tolerance, of: point)
    }
  }
}
