import CPostilFontconfig

/// What fontconfig has loaded in this process. For a process with one thread.
package enum SystemFonts {
  /// Whether it has looked through all fonts.
  nonisolated(unsafe) private(set) static var areLoaded = false
  private nonisolated(unsafe) static var areUpdated = true

  /// A library has had fontconfig look through all fonts.
  package static func noteLoaded() { areLoaded = true }

  /// Takes notice of fonts that were installed or removed, if some time has passed since the last look.
  package static func update() {
    if areLoaded, areUpdated { FcInitBringUptoDate() }
  }

  /// Has fontconfig find all fonts now, and look for no others.
  static func keep() {
    FcInit()
    areUpdated = false
  }
}
