import CGTK

/// An animation that shows that work is in progress.
open class Spinner: Widget {
  /// Makes one that turns.
  public init() {
    super.init(owning: gtk_spinner_new())
    on("map") { [unowned self] in turn() }
    on("unmap") { [unowned self] in turn() }
  }

  /// Whether it turns while it is seen.
  public var isSpinning = true {
    didSet { turn() }
  }

  /// Stops it while it is not mapped: GTK animates a spinner in a hidden page of a stack too, and lays out the window 60 times
  /// a second.
  private func turn() { gtk_spinner_set_spinning(c(), isSpinning && isMapped ? 1 : 0) }
}
