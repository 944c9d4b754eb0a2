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
  /// stays. Why one is off goes to standard error.
  package static func install(_ wanted: RemedySet) -> RemedySet {
    if let installed { return installed }
    var on: RemedySet = []
    if !areSwitchedOff {
      _ = postil_remedies_install(UInt32(truncatingIfNeeded: wanted.rawValue))
      on = RemedySet(rawValue: Int(postil_remedies_check()))
      tellReasons(wanted.subtracting(on))
    }
    installed = on
    return on
  }

  /// Says on standard error, which is nowhere unless somebody wants to know, why remedies are off.
  private static func tellReasons(_ off: RemedySet) {
    for bit in 0..<UInt32(UInt32.bitWidth) where off.rawValue & 1 << bit != 0 {
      guard let name = postil_remedies_name(1 << bit), let reason = postil_remedies_reason(1 << bit) else {
        continue
      }
      let line = "postil-render: the remedy \(String(cString: name)) is off: \(String(cString: reason))\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
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
