import Foundation
import GTKKit
import Postil

/// A window with a document.
final class EditorWindow: Window {
  private let canvas: PageCanvas?

  init(_ application: Application, _ options: EditorOptions, file: URL?) {
    let document = file.flatMap { try? PDFDocument(url: $0) }
    canvas = document.map { PageCanvas(DemoContent($0)) }
    super.init(application)
    setDefaultSize(width: options.size.width, height: options.size.height)
    title = file?.lastPathComponent ?? "Postil"
    setTitleBar(HeaderBar())
    setContent(canvas ?? Label("Open a document"))
    canvas?.setAccessibleLabel(title)
    measure(options)
  }

  private func measure(_ options: EditorOptions) {
    canvas?.onFirstPage = { Trace.shared?.notePage() }
    on("map") { [weak self] in
      _ = self?.afterPaint { Trace.shared?.notePaint() }
    }
  }
}
