import Foundation
import GTKKit
import PostilViewer

/// Printing.
extension EditorCommands {
  /// Asks for a printer and pages, and prints the document with its unsaved changes. The window can be used meanwhile.
  func printDocument() {
    guard case .ready = session.state, let window, !isPrinting else { return }
    guard session.document?.effectivePermissions.isSuperset(of: [.printing, .highQualityPrinting]) == true
    else {
      session.message = ViewerMessage(
        PDFError(.notPermitted, "The author does not allow printing the document."), during: .printing,
        file: session.file)
      return
    }
    isPrinting = true
    Task {
      defer { isPrinting = false }
      let name = session.file?.deletingPathExtension().lastPathComponent ?? tr("Document")
      let request = await PrintDialog.ask(
        tr("Print"), fileName: tr("%1 (printed)", name), folder: session.file?.deletingLastPathComponent(),
        page: session.viewport.currentIndex, over: window)
      guard let request else { return }
      do {
        try await send(request, name)
      } catch {
        session.report(error, during: .printing, of: session.file)
      }
    }
  }

  private func send(_ request: PrintRequest, _ name: String) async throws {
    let all = session.pages
    let chosen = request.pages.indices(of: all.count, current: session.viewport.currentIndex).map { all[$0] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "print.pdf")
    window?.document.toast.show(tr("Printing…"))
    try await session.writePrintCopy(of: chosen == all ? nil : chosen, to: copy)
    try await request.send(copy, title: name)
    window?.document.toast.show(tr("Printed"))
  }
}
