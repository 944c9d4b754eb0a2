import CGTK

/// Something that turns for as long as something takes.
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

  /// GTK turns one in the hidden page of a stack too: the window would be laid out 60 times a second.
  private func turn() { gtk_spinner_set_spinning(c(), isSpinning && isMapped ? 1 : 0) }
}
