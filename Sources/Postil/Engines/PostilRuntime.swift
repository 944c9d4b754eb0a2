public import Foundation
public import PostilRender
import PostilSystem
import Synchronization

/// What holds for all of the program.
public enum PostilRuntime {
  // MARK: - The program that draws pages

  private static let program = Mutex<URL?>(nil)

  /// Where `postil-render` is, the program that draws pages, for documents that are first drawn from now on.
  ///
  /// `nil`, the default, looks for it: where the environment variable `POSTIL_RENDER` says; in the resources that a build puts
  /// beside the running program, `Postil_PostilRender.resources`; beside the running program; in `../libexec/postil` and
  /// `../lib/postil` from its folder.
  public static var rendererProgram: URL? {
    get { program.withLock { $0 } }
    set { program.withLock { $0 = newValue } }
  }

  private static let pdfium = Mutex<(program: URL?, library: URL?)>((nil, nil))

  /// Where `postil-render-pdfium` is, the program that draws pages with PDFium (``RenderOptions/renderer``), for documents that are first
  /// drawn from now on.
  ///
  /// `nil`, the default, looks for it: where the environment variable `POSTIL_RENDER_PDFIUM` says, and where ``rendererProgram`` is looked
  /// for.
  public static var pdfiumProgram: URL? {
    get { pdfium.withLock { $0.program } }
    set { pdfium.withLock { $0.program = newValue } }
  }

  /// Where PDFium's library is, `libpdfium.so`, which that program loads, for documents that are first drawn from now on. It does not come
  /// with Postil.
  ///
  /// `nil`, the default, looks for it: where the environment variable `POSTIL_PDFIUM` says; beside `postil-render-pdfium`; beside the
  /// running program.
  public static var pdfiumLibrary: URL? {
    get { pdfium.withLock { $0.library } }
    set { pdfium.withLock { $0.library = newValue } }
  }

  /// Starts the program that draws pages, in the background, unless it runs: the first page of the first document then does
  /// not wait for it, nor for its fonts. For programs that will show a page, when they start; it ends a minute later if there
  /// was none. What is wrong with it is told when a page is drawn.
  ///
  /// - Parameter renderer: What will draw the pages.
  public static func prepareRendering(_ renderer: Renderer = .poppler) {
    let options = ProcessOptions.standard(renderer)
    LauncherProcess.prepare { try options.findProgram() }
  }

  private static let required = Mutex<RenderIsolation?>(nil)

  /// What has to shut the processes in that draw pages and read text, for documents that are first drawn from now on. Where the
  /// system does not do that, they are not opened: pages are errors with code ``PDFError/Code/unsupported``.
  ///
  /// `nil`, the default, takes what the system has.
  public static var requiredIsolation: RenderIsolation? {
    get { required.withLock { $0 } }
    set { required.withLock { $0 = newValue } }
  }

  // MARK: - Effects on the process

  /// Effects beyond the objects of this library. Without a word from the program it has none of them.
  public struct Effects: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `on_exit`: if threads are still inside of libqpdf a second after the program began to end, it ends there and
    /// then, without other handlers. Without it such a program may be ended by a signal instead. It waits for that second in
    /// any case: a thread of the library may be closing a document after all that was asked of it is done.
    public static let exitGuard = Effects(rawValue: 1)
    /// `malloc_trim`: memory of what was forgotten goes back to the system at once. Without it malloc keeps it for what
    /// the program allocates next.
    public static let memoryTrimming = Effects(rawValue: 2)

    /// All of them.
    public static let all: Effects = [.exitGuard, .memoryTrimming]
  }

  /// Allows effects for the rest of the process. A program of its own, such as a viewer, allows all before it opens its first
  /// document; the sessions of PostilViewer do. A library, or a program with other work to do, chooses.
  public static func allow(_ effects: Effects) {
    var allowed: ProcessEffects = []
    if effects.contains(.exitGuard) { allowed.insert(.exit) }
    if effects.contains(.memoryTrimming) { allowed.insert(.trim) }
    allowed.allow()
  }
}
