import PostilModel

/// The box of a widget: its size, its turn, its background and its border (`/MK` and `/BS`, ISO 32000-2, 12.5.6.19).
struct FieldBox {
  /// The width as the field's text runs, in points.
  let width: Double
  let height: Double
  /// From the field's space, whose lower left corner is the origin, to the rectangle's: six numbers.
  let matrix: [Double]
  let background: [Double]
  let borderColor: [Double]
  /// In points; 0 if there is none.
  let borderWidth: Double
  let borderStyle: PDFName
  private let dash: [Double]

  /// `nil` if the widget covers no area.
  init?(_ widget: PDFDictionary, _ objects: any ObjectSource) {
    guard let rect = objects.rect(widget["Rect"]), rect.width > 0, rect.height > 0 else { return nil }
    let look = objects.resolve(widget["MK"]).dictionary ?? [:]
    let turn = PageRotation(degrees: objects.resolve(look["R"]).integer ?? 0) ?? .none
    // Counterclockwise, unlike a page's.
    switch turn {
    case .none: matrix = [1, 0, 0, 1, 0, 0]
    case .clockwise90: matrix = [0, 1, -1, 0, rect.width, 0]
    case .clockwise180: matrix = [-1, 0, 0, -1, rect.width, rect.height]
    case .clockwise270: matrix = [0, -1, 1, 0, 0, rect.height]
    }
    (width, height) = turn.isSideways ? (rect.height, rect.width) : (rect.width, rect.height)
    background = Self.color(look["BG"], objects)
    borderColor = Self.color(look["BC"], objects)
    let style = objects.resolve(widget["BS"]).dictionary
    let border = objects.resolve(widget["Border"]).array
    let stated = objects.resolve(style?["W"]).number ?? objects.resolve(border?.dropFirst(2).first).number
    borderWidth = min(max(stated ?? 1, 0), min(rect.width, rect.height) / 4)
    borderStyle = objects.resolve(style?["S"]).name ?? "S"
    dash = (objects.numbers(style?["D"]) ?? [3]).filter { $0 >= 0 && $0 < 1000 }
  }

  private static func color(_ object: PDFObject?, _ objects: any ObjectSource) -> [Double] {
    let parts = objects.numbers(object) ?? []
    return [1, 3, 4].contains(parts.count) ? parts.map { min(max($0, 0), 1) } : []
  }

  private var isRaised: Bool { borderStyle == "B" || borderStyle == "I" }

  /// How far what is inside is from the edge: the border, twice where it has a shadow.
  var inset: Double { max(1, isRaised ? borderWidth * 2 : borderWidth) }

  // MARK: - Painting

  /// Paints background and border, in the shape of a circle where radio buttons have one.
  func paint(_ content: inout ContentStreamWriter, isRound: Bool = false) {
    if !background.isEmpty {
      content.setColor(background, isStroke: false)
      if isRound {
        content.add(.circle(around: PagePoint(x: width / 2, y: height / 2), radius: min(width, height) / 2))
      } else {
        content.operation("re", 0, 0, width, height)
      }
      content.operation("f")
    }
    guard !borderColor.isEmpty, borderWidth > 0 else { return }
    if isRaised, !isRound { paintShadows(&content) }
    content.setColor(borderColor, isStroke: true)
    content.operation("w", borderWidth)
    let half = borderWidth / 2
    if isRound {
      content.add(
        .circle(around: PagePoint(x: width / 2, y: height / 2), radius: min(width, height) / 2 - half))
    } else if borderStyle == "U" {
      content.operation("m", 0, half)
      content.operation("l", width, half)
    } else {
      if borderStyle == "D", !dash.isEmpty, dash.contains(where: { $0 > 0 }) { content.setDash(dash) }
      content.operation("re", half, half, width - borderWidth, height - borderWidth)
    }
    content.operation("S")
  }

  private func paintShadows(_ content: inout ContentStreamWriter) {
    let (near, far) = (borderWidth, borderWidth * 2)
    let dark = borderStyle == "B" ? (background.isEmpty ? [0.75] : background.map { $0 * 0.75 }) : [0.75]
    for (color, isUpper) in [(borderStyle == "B" ? [1.0] : [0.5], true), (dark, false)] {
      content.setColor(color, isStroke: false)
      let corner = isUpper ? (near, height - near) : (width - near, near)
      content.operation("m", near, near)
      content.operation("l", corner.0, corner.1)
      content.operation("l", width - near, height - near)
      content.operation("l", width - far, height - far)
      content.operation("l", isUpper ? far : width - far, isUpper ? height - far : far)
      content.operation("l", far, far)
      content.operation("f")
    }
  }
}
