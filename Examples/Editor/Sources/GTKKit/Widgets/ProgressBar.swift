import CGTK

/// How much of something is done.
open class ProgressBar: Widget {
  /// Makes one of which nothing is done.
  public init(name: String) {
    super.init(owning: gtk_progress_bar_new())
    setAccessibleLabel(name)
  }

  /// How much is done, 0 to 1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(c()) }
    set { gtk_progress_bar_set_fraction(c(), min(max(newValue.isNaN ? 0 : newValue, 0), 1)) }
  }
}
