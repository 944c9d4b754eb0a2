import CGTK
import Foundation

/// The application, as it is registered with the desktop.
public final class Application: Object {
  private var open: (([URL]) -> Void)?

  /// Makes an application. If it is not unique, each start runs in a process of its own.
  public init(id: String, isUnique: Bool = true) {
    let own = isUnique ? 0 : G_APPLICATION_NON_UNIQUE.rawValue
    let flags = GApplicationFlags(rawValue: G_APPLICATION_HANDLES_OPEN.rawValue | own)
    super.init(owning: gtk_application_new(id, flags))
    MainLoop.bridgeMainQueue()
  }

  /// Starts GTK without a program, for tests. Returns whether there is a screen.
  public static func startForTests() -> Bool {
    MainLoop.bridgeMainQueue()
    return gtk_init_check() != 0
  }

  /// Calls a closure once GTK has started.
  public func onStart(_ handler: @escaping @MainActor () -> Void) { on("startup", handler) }

  /// Calls a closure when the program is started without files.
  public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }

  /// Calls a closure when the program is started with files.
  public func onOpen(_ handler: @escaping @MainActor ([URL]) -> Void) {
    on("open") { (files: ForeignPointer, count: Int) in
      guard let list = files.pointer?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
      handler((0..<count).compactMap { list[$0].flatMap { URL(gfile: $0) } })
    }
  }

  /// Runs until the last window is closed. Returns the exit status.
  public func run(_ arguments: [String]) -> Int32 {
    var list = arguments.map { strdup($0) } + [nil]
    defer { for text in list { free(text) } }
    return g_application_run(c(), Int32(arguments.count), &list)
  }

  /// Ends the program at once, without requesting its windows to close.
  public func quit() { g_application_quit(c()) }

  /// Adds an action, "app." and its name.
  public func add(_ action: Action) { g_action_map_add_action(c(), action.c()) }

  /// Sets the keys for an action: `setKeys("win.save", ["<Control>s"])`.
  public func setKeys(_ action: String, _ keys: [String]) {
    var list: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(c(), action, &list)
    for text in list { free(UnsafeMutablePointer(mutating: text)) }
  }

  /// The windows, the one used last first.
  public var windows: [Window] {
    var (item, result) = (gtk_application_get_windows(c()), [Window]())
    while let node = item {
      if let window = Object.wrapper(of: node.pointee.data) as? Window { result.append(window) }
      item = node.pointee.next
    }
    return result
  }
}
