/// The options of the command line.
struct EditorOptions {
  var files: [String] = []
  var isDark = false
  /// Where measurements are written to.
  var trace: String?
  /// The size of the window, in logical pixels.
  var size = (width: 1000, height: 800)
  /// Where a picture of the window is written to once the pages are there; the program then ends.
  var picture: String?
  /// Where a picture of the window is written to whenever the process gets SIGUSR1.
  var pictureOnSignal: String?
  /// The current tool at the start.
  var tool: String?
  /// The file that ``EditorReport`` writes.
  var report: String?
  var wantsHelp = false

  /// Whether to start a process of its own, even if one runs already.
  var isAlone: Bool { [trace, picture, pictureOnSignal, report].contains { $0 != nil } }

  /// What the options are, and the keys; the manual page is made of it.
  @MainActor static var help: String { options + "Keys:\n\n" + ShortcutsHelp.text }

  private static let options = """
    Usage: postil-editor [OPTIONS] [FILE …]

    Shows PDF documents, marks them up, fills in forms and arranges pages. Saving appends: every byte that no edit touched stays.

    Options:

      --dark              dark colours, whatever the system says
      --size WxH          the size of the window, in units
      --tool NAME         the tool in the hand: freehand, line, rectangle, ellipse, eraser
      --report FILE.json  keeps a file up to date that tells what is seen in the window, and where
      --trace FILE        writes measurements: JSON, an object a line (or POSTIL_TRACE=FILE)
      --picture FILE.png  writes a picture of the window, and ends
      --picture-on-signal FILE.png   writes one whenever the process gets SIGUSR1
      --help              this

    """

  /// Parses arguments, without the program's name.
  init(_ arguments: [String], environment: [String: String] = [:]) throws(UsageError) {
    trace = environment["POSTIL_TRACE"]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--dark": isDark = true
      case "--help", "-h": wantsHelp = true
      case "--tool": tool = try Self.value(of: argument, &rest)
      case "--report": report = try Self.value(of: argument, &rest)
      case "--trace": trace = try Self.value(of: argument, &rest)
      case "--picture": picture = try Self.value(of: argument, &rest)
      case "--picture-on-signal": pictureOnSignal = try Self.value(of: argument, &rest)
      case "--size": size = try Self.size(Self.value(of: argument, &rest))
      case "--":
        files += rest
        rest = []
      default:
        guard !argument.hasPrefix("--") else {
          throw UsageError(text: "There is no option \(argument): see --help.")
        }
        files.append(argument)
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String
  {
    guard let value = rest.popFirst() else { throw UsageError(text: "Give a value after \(option).") }
    return value
  }

  private static func size(_ text: String) throws(UsageError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts.allSatisfy((100...10_000).contains) else {
      throw UsageError(text: "\(text) is no size: write it like 360x640.")
    }
    return (parts[0], parts[1])
  }
}

/// The command line is wrong.
struct UsageError: Error {
  var text: String
}
