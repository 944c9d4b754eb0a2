import GTKKit

/// A slider with its name and its value above it.
final class StyleSlider: Box {
  let scale: Scale
  private let value = Label()
  private let text: (Double) -> String
  private var isShowing = false
  /// Called when the person chose another value.
  var onChange: (Double) -> Void = { _ in }

  init(_ name: String, _ range: ClosedRange<Double>, step: Double, text: @escaping (Double) -> String) {
    self.text = text
    scale = Scale(.horizontal, range, step: step, name: name)
    super.init(.vertical)
    let title = Label(name)
    title.textAlignment = 0
    title.expandsWidth = true
    value.setClass("dim-label")
    value.setClass("numeric")
    append(Box(.horizontal, spacing: 8, [title, value]))
    scale.showsValue = false
    append(scale)
    scale.onChange { [unowned self] in
      guard !isShowing else { return }
      onChange((scale.value / step).rounded() * step)
    }
  }

  /// Shows a value.
  func show(_ value: Double, in range: ClosedRange<Double>) {
    isShowing = true
    scale.setRange(range)
    scale.value = value
    isShowing = false
    self.value.text = text(value)
    scale.setAccessibleValue(value, in: range, text: text(value))
  }
}
