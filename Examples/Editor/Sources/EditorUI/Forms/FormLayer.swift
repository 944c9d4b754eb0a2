import GTKKit
import Postil
import PostilViewer

/// What is painted of the form, in the canvas: the fields that can be filled in, and which of them has the keyboard focus.
struct FormLayer: Equatable {
  struct Field: Equatable {
    var frame: Rect
    var isMissing: Bool
  }

  private static let fillable = RGBA(0.2, 0.45, 1, 0.13)
  private static let missing = RGBA(1, 0.3, 0.15, 0.16)
  private static let missingFrame = RGBA(0.85, 0.2, 0.1, 0.75)

  var fields: [PageID: [Field]] = [:]
  /// The field with the focus, unless it is covered by what is entered into it.
  var focus: Rect?

  init() {}

  /// The form of a session.
  init(_ session: ViewerSession) {
    let filling = session.formFilling
    for visible in session.viewport.visiblePages {
      let highlights = filling.highlights(on: visible.page)
      if !highlights.isEmpty {
        fields[visible.page] = highlights.map { Field(frame: Rect($0.frame), isMissing: $0.isMissing) }
      }
    }
    if filling.entry == nil || filling.entry?.kind == .comboBox { focus = filling.frame.map { Rect($0) } }
  }

  /// Paints the fields of a page.
  func paint(_ page: PageID, on snapshot: Snapshot) {
    for field in fields[page, default: []] {
      snapshot.fill(field.frame, field.isMissing ? Self.missing : Self.fillable)
      if field.isMissing { snapshot.frame(field.frame, width: 1, Self.missingFrame) }
    }
  }

  /// Paints the ring around the field with the focus, above all else.
  func paintFocus(_ accent: RGBA, on snapshot: Snapshot) {
    guard let focus else { return }
    snapshot.frame(focus.insetBy(-3), width: 1, RGBA(1, 1, 1, 0.8), radius: 3)
    snapshot.frame(focus.insetBy(-2), width: 2, accent, radius: 2)
  }
}
