import Foundation
import GTKKit

/// The resources of the program: icons, a style sheet, translations.
enum Resources {
  static let folder = Bundle.module.bundleURL.appending(path: "Resources", directoryHint: .isDirectory)

  /// Registers the icons and the style sheet with GTK, which must have been started.
  static func load() {
    Translations.start()
    IconTheme.add(folder: folder.appending(path: "icons").path)
    if let css = try? String(contentsOf: folder.appending(path: "style.css"), encoding: .utf8) {
      Style.add(css: css)
    } else {
      Log.warn("The style sheet is missing.")
    }
  }
}
