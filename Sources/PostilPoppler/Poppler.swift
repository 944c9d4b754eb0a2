package import PostilRenderProtocol
import PostilRenderServer

/// Poppler, with cairo.
package enum Poppler: DrawingLibrary {
  package typealias Document = PopplerDocument

  package static let program = "postil-render"

  package static func setUp() {
    PopplerMessages.setUp()
    PopplerSetup.run()
  }

  package static func loadFonts() { PopplerSetup.loadFonts() }
  package static func updateFonts() { SystemFonts.update() }
  package static func installRemedies(_ wanted: RemedySet) -> RemedySet { Remedies.install(wanted) }
  package static var hasRemedies: Bool { Remedies.areOn }
  package static func takeMessages() -> [String] { PopplerMessages.take() }
  package static var sample: [UInt8] { PopplerSetup.document }
}
