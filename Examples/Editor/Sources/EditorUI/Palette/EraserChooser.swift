import GTKKit
import PostilViewer

/// What the eraser does to what it touches.
final class EraserChooser: Box {
  let partial = CheckButton(tr("Rub out what it touches"))
  let whole = CheckButton(tr("Take away whole drawings"))
  private var isShowing = false
  /// Called when the person chose.
  var onChoose: (EraserTool.Mode) -> Void = { _ in }

  init() {
    super.init(.vertical, spacing: 4, [partial, whole])
    whole.join(partial)
    partial.onToggle { [unowned self] in
      if !isShowing { onChoose(partial.isActive ? .partial : .wholeAnnotations) }
    }
  }

  /// Shows what is chosen.
  func show(_ mode: EraserTool.Mode) {
    isShowing = true
    (mode == .partial ? partial : whole).isActive = true
    isShowing = false
  }
}
