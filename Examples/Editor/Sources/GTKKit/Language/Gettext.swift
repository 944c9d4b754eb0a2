import CGTK
import Foundation

/// Texts in the language of the system.
public enum Gettext {
  /// Sets the folder of a domain's translations: `<folder>/<language>/LC_MESSAGES/<domain>.mo`.
  public static func bind(_ domain: String, folder: URL) {
    followSystem()
    bindtextdomain(domain, folder.path)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// The translation of a text, or the text itself if there is none.
  public static func text(_ text: String, domain: String) -> String {
    // The translation of the empty text is the header of the file.
    guard !text.isEmpty else { return text }
    // Without a translation the result is the argument's own pointer, which is valid in the closure only.
    return text.withCString { asked in dgettext(domain, asked).map { String(cString: $0) } ?? text }
  }

  /// The translation of a text with a number: languages have one, two or more forms of it.
  public static func text(_ one: String, _ many: String, for count: Int, domain: String) -> String {
    let plain = count == 1 ? one : many
    guard !one.isEmpty else { return plain }
    return one.withCString { one in
      many.withCString { many in
        dngettext(domain, one, many, UInt(count.magnitude)).map { String(cString: $0) } ?? plain
      }
    }
  }

  /// Uses the system's language even if the C library has no locale for it.
  private static func followSystem() {
    guard setlocale(LC_ALL, "") == nil, setlocale(LC_ALL, "C.UTF-8") != nil else { return }
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }) else { return }
    setenv("LANGUAGE", name, 0)
    // Later versions of glibc (2.41, but not 2.36) translate nothing in C.UTF-8; any other language's locale will do.
    setlocale(LC_MESSAGES, "en_US.UTF-8")
  }
}
