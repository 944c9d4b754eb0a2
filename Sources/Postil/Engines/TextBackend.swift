import PostilFile
import PostilModel
import PostilRender
import PostilRenderProtocol
import PostilSystem
import Synchronization

/// Reads the text of a file's pages, in this program: what ``ProcessBackend`` is to drawing them.
struct TextBackend: PageBackend {
  let file: OpenedFile
  /// Told how much processor time reading something of a page took.
  let onRead: @Sendable (Duration) -> Void

  func makeWorker(renderings: RenderingCacheLimit, deadline: Duration) throws -> any PageWorker {
    TextWorker(try PageTextReader(file), onRead)
  }

  func retryOpening() {}
  func leaveOutRemedies() -> Bool { false }
  func judgeRemedies(wereTheCause: Bool) {}
  var isolation: ProcessIsolation? { nil }
}

/// Reads texts one at a time. A page that takes too long is given up within milliseconds.
private final class TextWorker: PageWorker {
  private let reader: Mutex<PageTextReader>
  private let isEnded = Atomic(false)
  private let onRead: @Sendable (Duration) -> Void

  init(_ reader: sending PageTextReader, _ onRead: @escaping @Sendable (Duration) -> Void) {
    self.reader = Mutex(reader)
    self.onRead = onRead
  }

  func carryOut(_ request: RenderRequest, pool: PixelBufferPool, deadline: Duration) throws -> RenderResult {
    let start = ThreadTime.used
    let result = try read(request, deadline)
    onRead(ThreadTime.used - start)
    return result
  }

  private func read(_ request: RenderRequest, _ deadline: Duration) throws -> RenderResult {
    let end = ContinuousClock.now + deadline
    let check = { @Sendable [self] in
      if isEnded.load(ordering: .relaxed) { throw WorkerLoss.crashed }
      if ContinuousClock.now > end { throw WorkerLoss.timedOut }
    }
    switch request {
    case .layout(let index, let layers):
      return try reader.withLock { reader in
        reader.show(layers)
        return .layout(try reader.layout(ofPage: index, check: check))
      }
    case .drawings(let index, let layers):
      return try reader.withLock { reader in
        reader.show(layers)
        return .drawings(try reader.drawings(ofPage: index, check: check))
      }
    case .ownText(let index, let parts, let layers):
      return try reader.withLock { reader in
        reader.show(layers)
        var text = PackedPageText()
        if parts.contains(.content) {
          let content = try reader.content(ofPage: index, check: check)
          (text.content, text.contentStyles) = (try Self.packed(content), content.styles)
        }
        if parts.contains(.annotations) {
          let annotations = try reader.annotations(ofPage: index, check: check)
          (text.annotations, text.annotationStyles) = (try Self.packed(annotations), annotations.styles)
        }
        return .ownText(text)
      }
    case .tile, .page, .preview, .svg, .fonts, .text: throw RenderResult.mismatch
    }
  }

  private static func packed(_ text: PageCharacters) throws -> PackedText {
    guard text.characters.count <= PackedText.countLimit else {
      throw PDFError(
        .unsupported,
        "The page has more text than any page can have, over \(PackedText.countLimit) characters.")
    }
    return PackedText(characters: text.characters, boxes: text.boxes)
  }

  var report: WorkReport { WorkReport() }
  var hasGrown: Bool { false }
  func end() { isEnded.store(true, ordering: .relaxed) }
}
