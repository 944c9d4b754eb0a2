import GTKKit
import Postil
import PostilViewer

/// The text field over a page: in the place, the font and the colours of free text, else on a slip of paper beside the
/// annotation.
final class PageTextField: CustomWidget {
  /// The size of the slip of paper, in units.
  private static let slip = (width: 260.0, height: 150.0)
  /// The same for one line.
  private static let line = (width: 260.0, height: 40.0)
  private static let padding = 8.0

  let field = TextView()
  private let entry: AnnotationTextEntry
  private let session: ViewerSession
  private var paper = RGBA(1, 1, 1)
  private var isShowing = false
  /// Called when typing has ended.
  var onEnd: () -> Void = {}

  init(_ session: ViewerSession) {
    (self.session, entry) = (session, session.textEntry)
    super.init(css: "pagetextfield")
    field.setClass("pagetext")
    field.setAccessibleLabel(tr("Text"))
    add(field)
    isVisible = false
    WidgetNames.name(field, "text.entry")
    field.onChange { [unowned self] in if !isShowing { entry.text = field.text } }
    field.addShortcut("<Control>Return") { [unowned self] in
      entry.commit()
      return true
    }
    // The target of a link is a single line.
    for key in ["Return", "KP_Enter"] {
      field.addShortcut(key) { [unowned self] in
        guard entry.isTarget else { return false }
        entry.commit()
        return true
      }
    }
    observe { [unowned self] in follow() }
  }

  private func follow() {
    guard let annotation = entry.annotation else {
      guard isVisible else { return }
      isVisible = false
      return onEnd()
    }
    field.setAccessibleLabel(entry.isTarget ? tr("Address or page number") : tr("Text"))
    isShowing = true
    field.text = entry.text
    isShowing = false
    if let text = annotation.content.freeText {
      let scale = entry.scale
      field.setLook(
        family: text.font.family, size: text.font.size * scale, isBold: text.font.isBold,
        isItalic: text.font.isItalic, RGBA(annotation.style.color))
      field.textAlignment = text.alignment == .center ? 0.5 : text.alignment == .right ? 1 : 0
      field.wraps = text.form != .typewriter
      paper = RGBA(annotation.style.fill ?? Color(red: 1, green: 1, blue: 1))
    } else {
      field.setLook(family: "sans", size: 15, isBold: false, isItalic: false, RGBA(0.1, 0.1, 0.1))
      field.textAlignment = 0
      field.wraps = true
      paper = RGBA(1, 0.97, 0.8)
    }
    if !isVisible {
      isVisible = true
      field.forgetUndo()
      field.grabFocus()
      field.moveToEnd()
    }
    parent?.queueAllocate()
    queueDraw()
  }

  /// Its frame in a canvas of a size; `nil` while nothing is typed.
  func frame(in width: Double, _ height: Double) -> Rect? {
    guard let annotation = entry.annotation, let place = entry.frame.map({ Rect($0) }) else { return nil }
    guard entry.isOnPage else {
      let slip = entry.isTarget ? Self.line : Self.slip
      let (paperWidth, paperHeight) = (min(slip.width, width), min(slip.height, height))
      let right = place.x + place.width + 8
      let x = right + paperWidth <= width ? right : max(place.x - 8 - paperWidth, 0)
      return Rect(
        x: x, y: min(max(place.y, 0), max(height - paperHeight, 0)), width: paperWidth, height: paperHeight)
    }
    // Leave space for the cursor while there is no text.
    let least = (annotation.content.freeText?.font.size ?? 12) * entry.scale
    return Rect(
      x: place.x, y: place.y, width: max(place.width, least), height: max(place.height, least * 1.3))
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (1, 1)
  }

  override func layout(width: Double, height: Double) {
    let inset = entry.isOnPage ? entry.inset : Self.padding
    let frame = Rect(width: width, height: height)
    place(field, at: frame.insetBy(min(inset, min(width, height) / 3)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.fill(bounds, paper)
    snapshotChildren(snapshot)
    snapshot.frame(bounds, width: 1, accent)
  }
}
