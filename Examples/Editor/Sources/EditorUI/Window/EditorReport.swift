import Foundation
import GTKKit
import PostilViewer

/// Keeps a file with the visible state of a window up to date, for programs that drive the editor.
///
/// The file is a JSON object, replaced as a whole whenever something in it has changed, every 50 ms at the most. Lengths
/// are pixels of the window from its upper left.
final class EditorReport {
  private unowned let window: EditorWindow
  private let file: URL
  private var written = Data()
  private var work: Task<Void, Never>?

  init(_ window: EditorWindow, path: String) {
    self.window = window
    file = URL(fileURLWithPath: path)
    window.on("destroy") { [weak self] in self?.work?.cancel() }
    work = Task { [weak self] in
      while !Task.isCancelled {
        self?.write()
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func write() {
    let facts = EditorFacts(window).object
    guard
      let data = try? JSONSerialization.data(withJSONObject: facts, options: [.sortedKeys, .prettyPrinted]),
      data != written
    else { return }
    written = data
    do {
      try data.write(to: file, options: .atomic)
    } catch {
      Log.warn("The report cannot be written: \(error.localizedDescription)")
      work?.cancel()
    }
  }
}
