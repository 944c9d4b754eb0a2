import Foundation
import GTKKit
import PostilViewer

/// The program.
public enum EditorProgram {
  /// Runs it and returns its exit status.
  public static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try EditorOptions(
        Array(arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      guard !options.wantsHelp else {
        print(EditorOptions.help, terminator: "")
        return 0
      }
      return run(options)
    } catch {
      FileHandle.standardError.write(Data("postil-editor: \(error.text)\n".utf8))
      return 2
    }
  }

  private static func run(_ options: EditorOptions) -> Int32 {
    Trace.shared = options.trace.flatMap { Trace(path: $0) }
    let application = Application(id: "io.github.postil.Editor", isUnique: !options.isAlone)
    application.onStart {
      Resources.load()
      EditorActions.setKeys(application)
      EditorActions.add(to: application)
      if options.isDark { Style.isDark = true } else { Style.followSystem() }
    }
    application.onActivate { show(nil, application, options) }
    application.onOpen { files in
      for file in files where !present(file, application) { show(file, application, options) }
    }
    for signal in [SIGTERM, SIGINT] { MainLoop.onSignal(signal) { end(application) } }
    if let path = options.pictureOnSignal {
      MainLoop.onSignal(SIGUSR1) { [weak application] in
        guard let window = application?.windows.first else { return }
        Task { await write(window, to: path) }
      }
    }
    let status = application.run(["postil-editor"] + options.files)
    Trace.shared?.finish()
    return status
  }

  private static var isEnding = false

  /// Ends the program, after what is being typed is in the journals; at once when told again.
  private static func end(_ application: Application) {
    guard !isEnding else { return application.quit() }
    isEnding = true
    Task {
      for case let window as EditorWindow in application.windows { await window.session.finishInput() }
      application.quit()
    }
  }

  private static func show(_ file: URL?, _ application: Application, _ options: EditorOptions) {
    let window = makeWindow(file, application, options)
    window.present()
    guard let path = options.picture else { return }
    // Give the pages time to be rendered.
    Task {
      try? await Task.sleep(for: .seconds(1))
      await write(window, to: path)
      window.destroy()
    }
  }

  /// Brings the window to the front that has a file. Returns whether there is one.
  private static func present(_ file: URL, _ application: Application) -> Bool {
    let window = application.windows.lazy.compactMap { $0 as? EditorWindow }.first { $0.shows(file) }
    window?.present()
    return window != nil
  }

  private static func makeWindow(
    _ file: URL?, _ application: Application, _ options: EditorOptions
  ) -> EditorWindow {
    let window = EditorWindow(application)
    window.setDefaultSize(width: options.size.width, height: options.size.height)
    window.commands.presentWindow = { present($0, application) }
    window.commands.openWindow = { file in
      if !present(file, application) { show(file, application, options) }
    }
    window.notesRecentFiles()
    window.measure()
    if let path = options.report { window.report(to: path) }
    if let tool = options.tool { window.selectWhenReady(ToolID(rawValue: tool)) }
    if let file { window.commands.open(file) }
    return window
  }

  /// Writes a picture of a window once nothing of it waits to be painted; gives up after about a second.
  private static func write(_ window: Window, to path: String) async {
    for _ in 0..<100 {
      if window.picture(scale: window.pixelRatio)?.write(to: URL(fileURLWithPath: path)) == true { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    Log.warn("There is no picture.")
  }
}
