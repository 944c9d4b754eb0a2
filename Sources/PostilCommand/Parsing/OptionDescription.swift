/// An option as help and completions show it, and the parser reads it.
struct OptionDescription: Sendable {
  /// Its name, such as `--page`.
  let name: String
  /// Its short name, such as `-o`.
  let short: String?
  /// What stands for the value in help; `nil` for options without one.
  let value: String?
  /// What a shell offers as the value.
  let completion: ValueCompletion
  /// Whether it may be given more than once.
  let repeats: Bool
  let help: String
  /// Reads the value; throws ``UsageError``.
  let parse: @Sendable (String) throws -> any Sendable

  /// All its names, the short one first.
  var names: [String] { (short.map { [$0] } ?? []) + [name] }
}
