import Foundation
import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// The processes that a document's pages are drawn by: renderers and what reads text share them. They end with the last
/// who uses them.
final class RenderBackends: Sendable {
  private struct Entry {
    weak var backend: ProcessBackend?
  }

  private struct Key: Hashable {
    /// The first page of the file that is drawn; `nil` for the file that was opened.
    let firstPage: PageSource?
    /// Whose program it is.
    let renderer: Renderer
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// What draws the pages of a file.
  func backend(of file: OpenedFile, firstPage: PageSource?, _ renderer: Renderer) -> ProcessBackend {
    let key = Key(firstPage: firstPage, renderer: renderer.ofProgram)
    return entries.withLock { entries in
      if let known = entries[key]?.backend { return known }
      let made = ProcessBackend(file.renderSource, password: file.password, options: .standard(key.renderer))
      entries[key] = Entry(backend: made)
      return made
    }
  }
}

extension ProcessOptions {
  /// As the program said.
  static func standard(_ renderer: Renderer) -> ProcessOptions {
    var options = ProcessOptions()
    options.renderer = renderer.ofProgram
    switch options.renderer {
    case .poppler, .splash: options.program = PostilRuntime.rendererProgram
    case .pdfium:
      options.program = PostilRuntime.pdfiumProgram
      options.library = PostilRuntime.pdfiumLibrary
    }
    if let required = PostilRuntime.requiredIsolation { options.requiredIsolation = required.ofProcesses }
    return options
  }
}

extension OpenedFile {
  /// The file for a renderer to read: the very bytes that were opened, and an update that makes reading them faster.
  var renderSource: RenderSource {
    RenderSource(
      pointer, keptBy: owner, url: url, descriptor: { self.unchangedDescriptor },
      update: { self.renderingUpdate })
  }
}
