import CGTK

/// A window of its own.
open class Window: Widget {
  /// Makes one that belongs to nobody, for tests.
  public init() {
    super.init(borrowing: UnsafeMutableRawPointer(gtk_window_new()))
    prepareFrames()
  }

  /// Makes a window of a program. It holds itself until it is closed, or destroyed.
  public init(_ application: Application) {
    super.init(borrowing: UnsafeMutableRawPointer(gtk_application_window_new(application.c())))
    prepareFrames()
  }

  override init(borrowing handle: UnsafeMutableRawPointer) {
    super.init(borrowing: handle)
    prepareFrames()
  }

  /// Has its frames show what the events before them have changed.
  private func prepareFrames() {
    on("realize") { [unowned self] in beforePaint { MainLoop.runWaiting() } }
  }

  /// What is in it.
  public func setContent(_ child: Widget?) { gtk_window_set_child(c(), child?.widget) }

  /// The bar at its top, in place of that of the system.
  public func setTitleBar(_ bar: Widget) { gtk_window_set_titlebar(c(), bar.widget) }

  /// What it is called.
  public var title: String {
    get { gtk_window_get_title(c()).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(c(), newValue) }
  }

  /// How large it is to be when it opens, in units.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(c(), Int32(clamping: width), Int32(clamping: height))
  }

  /// Shows it, before the others.
  public func present() { gtk_window_present(c()) }

  /// Asks it to close; see `onClose`.
  public func close() { gtk_window_close(c()) }

  /// Closes it without asking, and lets go of all that is in it, whoever still holds the window.
  public func destroy() {
    gtk_window_destroy(c())
    g_object_run_dispose(c())
  }

  /// Whether it fills the screen.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(c()) != 0 }
    set { if newValue { gtk_window_fullscreen(c()) } else { gtk_window_unfullscreen(c()) } }
  }

  /// Calls a closure when the window is asked to close; it stays open if the answer is `true`.
  @discardableResult
  public func onClose(_ keepsOpen: @escaping @MainActor () -> Bool) -> SignalConnection {
    answer("close-request", keepsOpen)
  }

  /// Adds an action, "win." and its name. Only windows of a program have actions.
  public func add(_ action: Action) {
    guard g_type_check_instance_is_a(c(), g_action_map_get_type()) != 0 else { return }
    g_action_map_add_action(c(), action.c())
  }
}
