/// What a shell offers for an argument or the value of an option.
enum ValueCompletion: Sendable, Hashable {
  case nothing
  case files
  case choices([String])
  /// The names of the commands.
  case commands
}
