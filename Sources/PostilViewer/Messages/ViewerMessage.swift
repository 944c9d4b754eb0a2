public import Foundation

/// An error as a message for a person: what happened, what is safe, and what can be done.
///
/// Texts are templates in English in which `%@` stands for the file's name, at most once. A view looks them up in its
/// translations, and this fills them in:
///
/// ```swift
/// label.text = message.title { translations[$0] ?? $0 }
/// ```
public struct ViewerMessage: Error, Sendable, Hashable {
  /// The code of a ``Postil/PDFError``; `nil` for other errors.
  public let code: PDFError.Code?
  /// What was being done.
  public let activity: Activity
  /// What happened, in a few words.
  public let titleTemplate: String
  /// What is safe and what to do, in a sentence or a few.
  public let adviceTemplate: String
  /// What can be done about it, the best first. The last is always ``Action/dismiss``.
  public let actions: [Action]
  /// The name of the file that it is about; `nil` if it has none yet.
  public let fileName: String?
  /// The index of the page that it is about; `nil` if it is not about one.
  public let pageIndex: Int?
  /// The technical text of the error, in English.
  public let detail: String

  /// Makes the message for an error.
  ///
  /// - Parameters:
  ///   - error: The error, of any kind.
  ///   - activity: What was being done.
  ///   - file: The document's file, if it has one. Errors of writing name the file that was written to instead.
  public init(_ error: any Error, during activity: Activity, file: URL? = nil) {
    let known = error as? PDFError
    let text = MessageText.of(known?.code, during: activity)
    let url = known?.isAboutTarget == true ? known?.url ?? file : file ?? known?.url
    code = known?.code
    self.activity = activity
    titleTemplate = text.title
    adviceTemplate = text.advice
    actions = text.actions + [.dismiss]
    fileName = url?.lastPathComponent
    pageIndex = known?.pageIndex
    detail = Self.detail(of: error)
  }

  /// Whether it says that changes do not go with a signature.
  var isAboutSignature: Bool { activity == .editing && code == .wouldBreakSignature }

  // MARK: - Texts

  /// What happened, in English.
  public var title: String { title { $0 } }

  /// What is safe and what to do, in English.
  public var advice: String { advice { $0 } }

  /// What happened.
  ///
  /// - Parameter translate: Gives the translation of a template.
  public func title(_ translate: (String) -> String) -> String { fill(titleTemplate, translate) }

  /// What is safe and what to do.
  ///
  /// - Parameter translate: Gives the translation of a template.
  public func advice(_ translate: (String) -> String) -> String { fill(adviceTemplate, translate) }

  /// The name of a document that has no file.
  public static let untitled = "Untitled"

  /// All texts that can occur, sorted, for translation and its tests.
  public static let templates: [String] = Set(
    MessageText.all.flatMap { [$0.title, $0.advice] } + Action.allCases.map(\.label) + [untitled]
  ).sorted()

  private func fill(_ template: String, _ translate: (String) -> String) -> String {
    translate(template).replacingOccurrences(of: "%@", with: fileName ?? translate(Self.untitled))
  }

  /// Errors without a localized description are described by their name.
  private static func detail(of error: any Error) -> String {
    if error is any LocalizedError || type(of: error) is NSError.Type { return error.localizedDescription }
    return String(describing: error)
  }
}
