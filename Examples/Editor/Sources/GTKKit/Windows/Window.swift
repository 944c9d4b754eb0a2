import CGTK

/// A window of its own.
open class Window: Widget {
  /// Makes a window without an application, for tests.
  public init() {
    super.init(borrowing: UnsafeMutableRawPointer(gtk_window_new()))
    prepareFrames()
  }

  /// Makes a window of an application. GTK retains it until it is closed or destroyed.
  public init(_ application: Application) {
    super.init(borrowing: UnsafeMutableRawPointer(gtk_application_window_new(application.c())))
    prepareFrames()
  }

  override init(borrowing handle: UnsafeMutableRawPointer) {
    super.init(borrowing: handle)
    prepareFrames()
  }

  /// Runs scheduled work before each frame, so that the frame shows what the events before it have changed.
  private func prepareFrames() {
    on("realize") { [unowned self] in beforePaint { MainLoop.runWaiting() } }
  }

  /// Sets its content.
  public func setContent(_ child: Widget?) { gtk_window_set_child(c(), child?.widget) }

  /// Sets the title bar, in place of that of the system.
  public func setTitleBar(_ bar: Widget) { gtk_window_set_titlebar(c(), bar.widget) }

  /// The title.
  public var title: String {
    get { gtk_window_get_title(c()).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(c(), newValue) }
  }

  /// Sets the size that it has when it opens, in units.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(c(), Int32(clamping: width), Int32(clamping: height))
  }

  /// Whether the user can change its size; a window that cannot be resized is always as large as its content.
  public var isResizable: Bool {
    get { gtk_window_get_resizable(c()) != 0 }
    set { gtk_window_set_resizable(c(), newValue ? 1 : 0) }
  }

  /// Makes it a dialog of another window: that cannot be used meanwhile, and closes it with itself.
  public func makeDialog(of parent: Window) {
    gtk_window_set_transient_for(c(), parent.c())
    gtk_window_set_modal(c(), 1)
    gtk_window_set_destroy_with_parent(c(), 1)
    setClass("dialog")
  }

  /// The button that Return presses.
  public func setDefaultButton(_ button: Button) { gtk_window_set_default_widget(c(), button.widget) }

  /// Shows it in front of other windows.
  public func present() { gtk_window_present(c()) }

  /// Requests to close it; see `onClose`.
  public func close() { gtk_window_close(c()) }

  /// Closes it without a request, and releases everything in it, even if there are still references to the window.
  public func destroy() {
    gtk_window_destroy(c())
    g_object_run_dispose(c())
  }

  /// Whether it fills the screen.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(c()) != 0 }
    set { if newValue { gtk_window_fullscreen(c()) } else { gtk_window_unfullscreen(c()) } }
  }

  /// Calls a closure when closing the window is requested; the window stays open if the closure returns `true`.
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
