import Foundation
import GTKKit
import PostilViewer

/// A window with a document.
final class EditorWindow: Window {
  let session: ViewerSession
  let canvas: PageCanvas

  init(_ application: Application, _ options: EditorOptions, file: URL?) {
    session = ViewerSession()
    canvas = PageCanvas(session)
    super.init(application)
    setDefaultSize(width: options.size.width, height: options.size.height)
    setTitleBar(HeaderBar())
    setContent(canvas)
    observe { [unowned self] in
      title = session.file?.lastPathComponent ?? "Postil"
      canvas.setAccessibleLabel(title)
    }
    observe { [unowned self] in
      if case .ready = session.state, let tool = options.tool {
        session.palette.selection = ToolID(rawValue: tool)
      }
    }
    measure()
    if let file { session.open(file) }
  }

  private func measure() {
    guard Trace.shared != nil else { return }
    canvas.onFirstPage = { Trace.shared?.notePage() }
    on("map") { [weak self] in
      _ = self?.afterPaint { Trace.shared?.notePaint() }
    }
  }
}
