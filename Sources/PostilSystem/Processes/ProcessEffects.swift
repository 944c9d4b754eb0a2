import CPostilSystem

/// What the library does to the whole process, as far as the program allows it: see CPostilSystem.h.
package struct ProcessEffects: OptionSet, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The end of the program waits for threads inside of libraries.
  package static let exit = ProcessEffects(rawValue: Int32(postil_effect_exit))
  /// Memory that malloc holds on to goes back to the system.
  package static let trim = ProcessEffects(rawValue: Int32(postil_effect_trim))

  /// Allows them, for the rest of the process.
  package func allow() { postil_allow(rawValue) }

  /// Whether one of them is allowed.
  package var isAllowed: Bool { postil_allows(rawValue) }
}
