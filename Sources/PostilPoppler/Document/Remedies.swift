import CPostilPoppler
import Glibc
package import PostilRenderProtocol
import PostilRenderRemedies

/// What makes poppler and cairo draw with fewer instructions, by changing them in this process.
package enum Remedies {
  private nonisolated(unsafe) static var installed: RemedySet?

  package static var areOn: Bool { installed.map { !$0.isEmpty } ?? false }

  /// Installs remedies, before poppler draws a document. Returns those that are on: with versions of the libraries that are
  /// not known all are off, and so they are if a small page does not come out right with them. What the first call installed
  /// stays.
  package static func install(_ wanted: RemedySet) -> RemedySet {
    if let installed { return installed }
    var on: RemedySet = []
    if !areSwitchedOff {
      on = RemedySet(rawValue: Int(postil_remedies_install(UInt32(truncatingIfNeeded: wanted.rawValue))))
    }
    if !on.isEmpty, !postil_remedies_draw_right() {
      postil_remedies_remove("a small page comes out wrong")
      on = []
    }
    // That the small page has no table.
    _ = PopplerMessages.take()
    installed = on
    return on
  }

  /// Whether whoever started the program wants none, by an environment variable.
  private static var areSwitchedOff: Bool {
    getenv("POSTIL_RENDER_REMEDIES").map { strcmp($0, "off") == 0 } ?? false
  }

  /// Calls `body` while pages that are made lay out their text.
  static func layingOutText<Result>(_ body: () throws -> Result) rethrows -> Result {
    postil_remedies_lay_out_text(true)
    defer { postil_remedies_lay_out_text(false) }
    return try body()
  }
}
