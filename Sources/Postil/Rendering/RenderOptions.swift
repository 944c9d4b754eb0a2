public import Foundation
import PostilRender

/// How a renderer works, and how much it keeps.
public struct RenderOptions: Sendable {
  /// What draws the pages.
  public var renderer = RendererChoice.poppler
  /// How many pages may be drawn at once, each by a process of its own: at least 1; by default as many as there
  /// are processor cores.
  public var workerCount = ProcessInfo.processInfo.activeProcessorCount
  /// How long one request, such as a tile of a page, may take before the process that draws it is ended and the page
  /// times out.
  public var deadline: Duration = .seconds(30)
  /// How much memory tiles may take, in bytes.
  public var tileMemory = 256 << 20
  /// How much memory previews and thumbnails may take, in bytes.
  public var previewMemory = 32 << 20
  /// How much memory recordings of pages may take, in bytes, for all workers together.
  public var recordingMemory = 128 << 20
  /// From when on the recording of a page is estimated to be larger than a picture of it, in bytes.
  package var heavyRecording = 32 << 20
  /// The longer side of previews, in pixels, 16 to 2,048.
  public var previewSize = 512
  /// Where previews are kept on disk; `nil`, the default, keeps none. A viewer takes ``standardPreviewFolder``. Only the user
  /// can read them. Of encrypted documents, and of those that came from memory, none are kept.
  public var previewFolder: URL?
  /// How much space previews may take on disk, in bytes, for all documents together.
  public var previewDiskSpace = 256 << 20

  /// How pages are shown to begin with: which layers, for what, in which colors.
  public var look = PageLook()

  /// The folder for previews in this user's cache: `$XDG_CACHE_HOME/postil/previews`.
  public static var standardPreviewFolder: URL { PreviewStore.standardFolder }

  /// Makes the usual options.
  public init() {}
}
