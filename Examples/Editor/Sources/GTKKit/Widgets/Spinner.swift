import CGTK

/// Something that turns for as long as something takes.
open class Spinner: Widget {
  /// Makes one that turns.
  public init() {
    super.init(owning: gtk_spinner_new())
    isSpinning = true
  }

  /// Whether it turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(c()) != 0 }
    set { gtk_spinner_set_spinning(c(), newValue ? 1 : 0) }
  }
}
