import PostilPangoBridge
import Synchronization

/// Pango's fonts of the system, with what it has loaded of them. Pango guards nothing: one thread at a time may use it.
package final class FontMap: @unchecked Sendable {
  let fonts: OpaquePointer
  private var programs: [OpaquePointer: SystemFont] = [:]

  private static let idle = Mutex<[FontMap]>([])
  /// So many are kept for the next texts; loading fonts again takes some 30 ms.
  private static let mostIdle = 4

  private init?() {
    guard let fonts = postil_fonts_new() else { return nil }
    self.fonts = fonts
  }

  deinit { postil_fonts_free(fonts) }

  /// Calls `body` with fonts that no other thread uses meanwhile. Never waits: a font map is made when none is free.
  package static func with<Result>(_ body: (FontMap) throws -> Result) throws -> Result {
    guard let fonts = idle.withLock({ $0.popLast() }) ?? FontMap() else {
      throw TextLayout.failed("pango has no fonts")
    }
    defer { idle.withLock { if $0.count < mostIdle { $0.append(fonts) } } }
    return try body(fonts)
  }

  /// The font as it stands in its file.
  func program(_ pointer: OpaquePointer) -> SystemFont {
    if let known = programs[pointer] { return known }
    let program = SystemFont(pointer)
    programs[pointer] = program
    return program
  }
}
