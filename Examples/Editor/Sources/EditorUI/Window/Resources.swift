import Foundation
import GTKKit

/// What the program brings along: icons, a style sheet, translations.
enum Resources {
  static let folder = Bundle.module.bundleURL.appending(path: "Resources", directoryHint: .isDirectory)

  /// Tells GTK of the icons and of the style sheet. To be called once GTK has been started.
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
