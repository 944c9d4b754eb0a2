import CGTK

/// A number that is set by dragging.
open class Scale: Widget {
  /// Makes one for the numbers of a range; arrow keys go by `step`.
  public init(
    _ orientation: Orientation = .horizontal, _ range: ClosedRange<Double>, step: Double, name: String
  ) {
    super.init(owning: gtk_scale_new_with_range(orientation.gtk, range.lowerBound, range.upperBound, step))
    setAccessibleLabel(name)
  }

  /// The number.
  public var value: Double {
    get { gtk_range_get_value(c()) }
    set { if newValue != value { gtk_range_set_value(c(), newValue) } }
  }

  /// Whether the number is shown beside it.
  public var showsValue: Bool {
    get { gtk_scale_get_draw_value(c()) != 0 }
    set { gtk_scale_set_draw_value(c(), newValue ? 1 : 0) }
  }

  /// Calls a closure whenever the number has changed, by the user or the program.
  @discardableResult
  public func onChange(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("value-changed", handler)
  }
}
