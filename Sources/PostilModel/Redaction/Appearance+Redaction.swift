extension Appearance {
  /// What a page shows where something was removed: areas filled with a color, and a text in each of them.
  ///
  /// - Parameters:
  ///   - filled: What is filled.
  ///   - written: What the text is written into, as large as fits.
  ///   - rotation: How far the page is turned on which the text stands upright.
  package static func redacted(
    _ filled: [PageQuad], written: [PageQuad], fill: Color?, overlayText: String?, rotation: PageRotation
  ) -> [Item] {
    var items: [Item] = []
    if let fill {
      items.append(Item(path: .polygons(filled.map(\.outline)), fill: fill, fillRule: .nonzero))
    }
    guard let overlayText, !overlayText.isEmpty else { return items }
    let color = fill.map { $0.red * 0.3 + $0.green * 0.59 + $0.blue * 0.11 < 0.5 ? Color.white : .black }
    for quad in written where !quad.bounds.insetBy(1).isEmpty {
      items.append(
        .text(
          Text(overlayText, color: color ?? .black), in: quad.bounds.insetBy(1), rotation: rotation,
          fitting: .scaled))
    }
    return items
  }
}

extension Annotation {
  /// What the page shows in the areas of a redaction mark once they are removed: the fill and the overlay text. `nil` for other
  /// kinds, and for a mark that leaves nothing.
  ///
  /// - Parameter rotation: How far the page is turned that the mark is on.
  public func redactedAppearance(rotation: PageRotation = .none) -> Appearance? {
    guard let mark = content.redaction else { return nil }
    let items = Appearance.redacted(
      mark.quads, written: mark.quads, fill: style.fill, overlayText: mark.overlayText, rotation: rotation)
    return items.isEmpty
      ? nil : Appearance(items: items, box: PageRect.union(of: mark.quads.map(\.bounds)).insetBy(-1))
  }
}
