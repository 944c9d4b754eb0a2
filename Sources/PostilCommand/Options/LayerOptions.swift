import Postil

/// Layers that are shown and hidden for a command, by their names or numbers.
struct LayerOptions {
  static let show = Option(
    "--show-layer", "NAME", repeats: true,
    help: "Shows a layer that is hidden: its name, or #N, its number in postil layers.", parse: Values.text)
  static let hide = Option(
    "--hide-layer", "NAME", repeats: true,
    help: "Hides a layer: its name, or #N, its number in postil layers.",
    parse: Values.text)
  static let synopsis = "[--show-layer NAME…] [--hide-layer NAME…]"
  static let options = [show.description, hide.description]

  private let shown: [String]
  private let hidden: [String]

  init(_ arguments: ParsedArguments) {
    self.init(shown: arguments.all(Self.show), hidden: arguments.all(Self.hide))
  }

  init(shown: [String], hidden: [String]) { (self.shown, self.hidden) = (shown, hidden) }

  var isEmpty: Bool { shown.isEmpty && hidden.isEmpty }

  /// The layers of a document that are switched.
  ///
  /// - Parameter known: What was switched before.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if a name is that of none, or of several, or a layer is both.
  func visibility(in document: PDFDocument, over known: LayerVisibility = LayerVisibility()) throws
    -> LayerVisibility
  {
    guard !isEmpty else { return known }
    let layers = try document.layers
    let (shown, hidden) = (
      try shown.map { try Self.id($0, in: layers) }, try hidden.map { try Self.id($0, in: layers) }
    )
    if let both = Set(shown).intersection(hidden).min(), let layer = layers.first(where: { $0.id == both }) {
      throw PDFError(.invalidArgument, "The layer '\(layer.name)' cannot be both shown and hidden.")
    }
    var result = known
    for id in shown { result.set(id, isShown: true, among: layers) }
    for id in hidden { result.set(id, isShown: false, among: layers) }
    return result
  }

  private static func id(_ text: String, in layers: [DocumentLayer]) throws -> LayerID {
    let switched = layers.filter { !$0.isHeading }
    let found = switched.indices.filter { switched[$0].name == text }
    guard found.count <= 1 else {
      let numbers = found.map { "#\($0 + 1)" }.joined(separator: ", ")
      throw PDFError(
        .invalidArgument, "There are \(found.count) layers '\(text)': choose one by its number, \(numbers).")
    }
    let number = text.first == "#" ? Int(text.dropFirst()).map { $0 - 1 } : nil
    guard let index = found.first ?? number.flatMap({ switched.indices.contains($0) ? $0 : nil }) else {
      throw PDFError(
        .invalidArgument, "There is no layer '\(text)': see postil layers for their names and numbers.")
    }
    guard let id = switched[index].id else {
      throw PDFError(
        .unsupported,
        "The layer '\(text)' came with pages of another document: save this one and open it again first.")
    }
    return id
  }
}
