import Foundation
import GTKKit

/// The texts of the program in the language of the system.
///
/// They are written in English where they are used, `tr("Open")`, and looked up in `Resources/locale`. After a text was
/// changed: `make translations`, which also tells what is missing in `Resources/po`.
enum Translations {
  static let domain = "postil-editor"

  /// Finds the translations. To be called before the first text is shown.
  static func start() { Gettext.bind(domain, folder: Resources.folder.appending(path: "locale")) }

  /// The names of steps of undo, which documents have in English.
  static let editNames = [
    "Add Annotation", "Change Annotation", "Delete Annotation", "Clear Page", "Draw", "Make Shape", "Erase",
    "Move",
    "Rotate", "Move Annotation", "Resize Annotation", "Change Style", "Turn Annotation", "Bring to Front",
    "Bring Forward", "Send Backward", "Send to Back", "Paste", "Duplicate", "Lock Annotation",
    "Unlock Annotation", "Change Text", "Reply", "Set Status",
    "Fill In Form", "Delete Pages", "Duplicate Pages", "Insert Page", "Insert Pages", "Insert Image",
    "Add Outline Item", "Rename Outline Item", "Move Outline Item", "Indent Outline Item",
    "Outdent Outline Item",
    "Delete Outline Item", "Change Outline Item",
    "Change Information", "Change Layers", "Mark for Redaction",
  ]

  /// Replaces `%1`, `%2` and so on in a template by values.
  static func fill(_ template: String, _ values: [String]) -> String {
    var text = template
    // From the last: `%1` is also the beginning of `%10`.
    for (place, value) in values.enumerated().reversed() {
      text = text.replacingOccurrences(of: "%\(place + 1)", with: value)
    }
    return text
  }
}

/// A text in the language of the system; `%1`, `%2` and so on stand for the values.
func tr(_ text: String, _ values: String...) -> String {
  Translations.fill(Gettext.text(text, domain: Translations.domain), values)
}

/// A text with a number, for which `%1` stands.
func trn(_ one: String, _ many: String, _ count: Int) -> String {
  Translations.fill(
    Gettext.text(one, many, for: count, domain: Translations.domain), [grouped(count)])
}

/// A number as it is written in the language of the system, such as 1,321.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  // The separator comes from the translation of "1,000".
  let separator = tr("1,000").dropFirst().prefix { !$0.isNumber }
  var text = ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place) % 3 == 0 { text += separator }
    text.append(digit)
  }
  return number < 0 ? "−" + text : text
}
