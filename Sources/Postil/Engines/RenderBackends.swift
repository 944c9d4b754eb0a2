import Foundation
import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// The processes that a document's pages are drawn by: renderers and what reads text share them. They end with the last
/// who uses them.
final class RenderBackends: Sendable {
  private struct Entry {
    weak var backend: PopplerBackend?
  }

  /// By the first page of the file that is drawn; `nil` for the file that was opened.
  private let entries = Mutex<[PageSource?: Entry]>([:])

  /// What draws the pages of a file.
  func backend(of file: OpenedFile, firstPage: PageSource? = nil) -> PopplerBackend {
    entries.withLock { entries in
      if let known = entries[firstPage]?.backend { return known }
      let made = PopplerBackend(file.renderSource, password: file.password, options: .standard)
      entries[firstPage] = Entry(backend: made)
      return made
    }
  }
}

extension PopplerOptions {
  /// As the program said.
  static var standard: PopplerOptions {
    var options = PopplerOptions()
    options.program = PostilRuntime.rendererProgram
    if let required = PostilRuntime.requiredIsolation { options.requiredIsolation = required.ofProcesses }
    return options
  }
}

extension OpenedFile {
  /// The file for poppler to read: the very bytes that were opened, and an update that makes reading them faster.
  var renderSource: RenderSource {
    RenderSource(
      pointer, keptBy: owner, url: url, descriptor: { self.unchangedDescriptor },
      update: { self.renderingUpdate })
  }
}
