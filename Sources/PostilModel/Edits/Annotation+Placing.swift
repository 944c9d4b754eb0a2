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
    copy.content = AnnotationContent(content.value.placed(placement))
    // Of other kinds the style says nothing, whatever their files do.
    let hasLines = content.unsupported != nil && max(bounds.width, bounds.height) > 0
    guard content.capabilities.contains(.drawn) || hasLines else { return copy }
    copy.style.lineWidth *= placement.scale
    copy.style.dash = style.dash.map { $0 * placement.scale }
    return copy
  }

  /// How a newer value is this one where it is when the content of its page is placed otherwise, up to what computing rounds; `nil`
  /// if it differs in another way. O(points).
  package func placement(to new: Annotation) -> ContentPlacement? {
    guard let placement = content.value.placement(to: new.content.value) else { return nil }
    var placed = self.placed(placement)
    placed.style.round(to: new.style)
    placed.content = AnnotationContent(placed.content.value.rounded(to: new.content.value))
    return placed.style == new.style && placed.content.hasSameLooks(as: new.content) ? placement : nil
  }
}

extension Double {
  /// The other one, if this is the same but for what computing rounds.
  fileprivate func rounded(to other: Double) -> Double {
    abs(self - other) <= 1e-6 * max(abs(self), abs(other), 1e-3) ? other : self
  }
}

extension AnnotationStyle {
  fileprivate mutating func round(to other: AnnotationStyle) {
    lineWidth = lineWidth.rounded(to: other.lineWidth)
    if dash.count == other.dash.count { dash = zip(dash, other.dash).map { $0.rounded(to: $1) } }
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

extension AnnotationKind {
  /// Where content is placed that has the points of this one and is to have those of another; `nil` if those are not scaled evenly.
  fileprivate func placement(to other: any AnnotationKind) -> ContentPlacement? {
    let (old, new) = (points, other.points)
    guard old.count == new.count, let box = PageRect.bounding(old), let target = PageRect.bounding(new),
      max(box.width, box.height) > 0
    else { return nil }
    let scale = box.width > box.height ? target.width / box.width : target.height / box.height
    guard scale > 0, scale.isFinite else { return nil }
    let result = ContentPlacement(
      scale: scale, dx: target.minX - box.minX * scale, dy: target.minY - box.minY * scale, clip: .zero)
    let isPlaced = zip(old, new).allSatisfy { from, to in
      let place = result.apply(from)
      return abs(place.x - to.x) <= 1e-6 && abs(place.y - to.y) <= 1e-6
    }
    return isPlaced ? result : nil
  }

  /// The same with those lengths of another one that differ by what computing rounds.
  fileprivate func rounded(to other: any AnnotationKind) -> any AnnotationKind {
    var result: any AnnotationKind = self
    if var measurement = result.measurement, let wanted = other.measurement {
      measurement.scale.unitsPerPoint = measurement.scale.unitsPerPoint.rounded(
        to: wanted.scale.unitsPerPoint)
      measurement.captionSize = measurement.captionSize.rounded(to: wanted.captionSize)
      result.measurement = measurement
    }
    if var text = result as? FreeTextContent, let wanted = other as? FreeTextContent {
      text.font.size = text.font.size.rounded(to: wanted.font.size)
      return text
    }
    if var line = result as? LineContent, let wanted = other as? LineContent {
      if var leaders = line.leaders, let lengths = wanted.leaders {
        leaders.length = leaders.length.rounded(to: lengths.length)
        leaders.overhang = leaders.overhang.rounded(to: lengths.overhang)
        leaders.gap = leaders.gap.rounded(to: lengths.gap)
        line.leaders = leaders
      }
      line.captionOffset = PagePoint(
        x: line.captionOffset.x.rounded(to: wanted.captionOffset.x),
        y: line.captionOffset.y.rounded(to: wanted.captionOffset.y))
      return line
    }
    return result
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
