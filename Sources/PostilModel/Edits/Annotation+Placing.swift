extension Annotation {
  /// The annotation where it is when the content of its page is placed otherwise: scaled with its line widths, letters and captions.
  /// Icons that keep their size, whatever the zoom, are moved with their upper left corner. O(points).
  package func placed(_ placement: ContentPlacement) -> Annotation {
    var copy = self
    if flags.contains(.noZoom) {
      let corner = PagePoint(x: bounds.minX, y: bounds.maxY)
      let place = placement.apply(corner)
      copy.content = AnnotationContent(content.value.offset(dx: place.x - corner.x, dy: place.y - corner.y))
      return copy
    }
    // What cannot be drawn anew keeps its looks: its appearance is scaled with its rectangle.
    guard content.capabilities.contains(.drawn), foreignKeys.isEmpty else {
      copy.content = AnnotationContent(content.value.mapPoints { placement.apply($0) })
      return copy
    }
    copy.content = AnnotationContent(content.value.placed(placement))
    copy.style.lineWidth *= placement.scale
    copy.style.dash = style.dash.map { $0 * placement.scale }
    return copy
  }
}

extension AnnotationKind {
  /// All of its points where the content of the page is placed.
  fileprivate func placed(_ placement: ContentPlacement) -> any AnnotationKind {
    let scale = placement.scale
    var result: any AnnotationKind = mapPoints { placement.apply($0) }
    if var measurement = result.measurement {
      // Lengths stay the same in the world.
      measurement.scale.unitsPerPoint /= scale
      measurement.captionSize *= scale
      result.measurement = measurement
    }
    switch result {
    case var text as FreeTextContent:
      let sizes = TextFont.sizes
      text.font.size = min(max(text.font.size * scale, sizes.lowerBound), sizes.upperBound)
      return text
    case var line as LineContent:
      if let leaders = line.leaders {
        line.leaders?.length = leaders.length * scale
        line.leaders?.overhang = leaders.overhang * scale
        line.leaders?.gap = leaders.gap * scale
      }
      line.captionOffset = PagePoint(x: line.captionOffset.x * scale, y: line.captionOffset.y * scale)
      return line
    default: return result
    }
  }
}

extension PageDestination {
  /// The same place where the content of its page is placed otherwise.
  package func placed(_ placement: ContentPlacement) -> PageDestination {
    func x(_ value: Double?) -> Double? { value.map { $0 * placement.scale + placement.dx } }
    func y(_ value: Double?) -> Double? { value.map { $0 * placement.scale + placement.dy } }
    var result = self
    switch view {
    case .position(let left, let top, let zoom):
      result.view = .position(left: x(left), top: y(top), zoom: zoom)
    case .width(let top): result.view = .width(top: y(top))
    case .height(let left): result.view = .height(left: x(left))
    case .rect(let rect): result.view = .rect(placement.apply(rect))
    case .contentWidth(let top): result.view = .contentWidth(top: y(top))
    case .contentHeight(let left): result.view = .contentHeight(left: x(left))
    case .page, .content: break
    }
    return result
  }
}
