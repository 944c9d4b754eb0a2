import PostilPangoBridge
import Synchronization

/// Pango's fonts of the system, and of the ``FontFiles`` in use, with what it has loaded of them. Pango guards nothing: one thread at a time
/// may use it.
package final class FontMap: @unchecked Sendable {
  let fonts: OpaquePointer
  private let files: FontNames
  private var programs: [OpaquePointer: SystemFont] = [:]
  /// Those that were set last.
  var texts = RecentTexts()

  init(_ fonts: OpaquePointer, _ files: FontNames) { (self.fonts, self.files) = (fonts, files) }

  deinit { postil_fonts_free(fonts) }

  /// Those that no thread uses just now.
  final class Pool: Sendable {
    private let idle = Mutex<[FontMap]>([])
    /// So many are kept for the next texts; loading fonts again takes some 30 ms.
    private static let mostIdle = 4

    func take() -> FontMap? { idle.withLock { $0.popLast() } }
    func put(_ fonts: FontMap) { idle.withLock { if $0.count < Self.mostIdle { $0.append(fonts) } } }
  }

  private static let system = Pool()

  /// Fonts that no other thread uses while it lives.
  package final class Loan {
    package let fonts: FontMap
    private let pool: Pool

    /// Never waits: a font map is made when none is free.
    ///
    /// - Throws: ``PDFError`` with code `.renderFailed` if there are no fonts.
    package init() throws {
      let files = FontFiles.current
      pool = files?.pool ?? FontMap.system
      fonts = try pool.take() ?? files?.fontMap() ?? FontMap.systemFonts()
    }

    deinit { pool.put(fonts) }
  }

  /// Calls `body` with fonts that no other thread uses meanwhile.
  package static func with<Result>(_ body: (FontMap) throws -> Result) throws -> Result {
    let loan = try Loan()
    return try withExtendedLifetime(loan) { try body(loan.fonts) }
  }

  private static func systemFonts() throws -> FontMap {
    var refused: Int32 = -1
    guard let fonts = postil_fonts_new(nil, 0, &refused) else {
      throw TextLayout.failed("pango has no fonts")
    }
    return FontMap(fonts, FontNames())
  }

  /// The font as it stands in its file.
  func program(_ pointer: OpaquePointer) -> SystemFont {
    if let known = programs[pointer] { return known }
    let program = SystemFont(pointer)
    programs[pointer] = program
    return program
  }

  /// The family as pango is asked for it.
  func family(_ family: String) -> String { files.resolved(family) }
}
