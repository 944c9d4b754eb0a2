import CPoppler
package import RenderProtocol
import RenderRemedies

/// What makes poppler and cairo draw with fewer instructions, by changing them in this process.
package enum Remedies {
  /// Installs remedies, before poppler draws a document. Returns those that are on: with versions of the libraries that are
  /// not known all are off. What the first call installed stays.
  package static func install(_ wanted: RemedySet) -> RemedySet {
    RemedySet(rawValue: Int(postil_remedies_install(UInt32(truncatingIfNeeded: wanted.rawValue))))
  }

  /// Calls `body` while pages that are made lay out their text.
  static func layingOutText<Result>(_ body: () throws -> Result) rethrows -> Result {
    postil_remedies_lay_out_text(true)
    defer { postil_remedies_lay_out_text(false) }
    return try body()
  }
}
