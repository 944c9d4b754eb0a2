import Postil

/// A command that adds one annotation to a page.
protocol AnnotationCommand: EditingCommand {
  /// The name of the undo step.
  static var editName: String { get }
  var page: PageNumber { get }

  /// Makes the annotation.
  func annotation(for page: PDFPage, of document: PDFDocument) throws -> Annotation
}

extension AnnotationCommand {
  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let page = try document.page(at: try page.index(among: document.pageCount))
    let annotation = try annotation(for: page, of: document)
    try document.apply([.addAnnotation(annotation, page: page.id)], named: Self.editName)
    return CommandOutcome(values: ["ids": .list([.text(annotation.id.rawValue)])])
  }
}

/// Options that several commands have for annotations.
enum AnnotationOptions {
  static func rect(_ help: String) -> Option<PageRect> {
    Option("--rect", "X,Y,W,H", help: help, parse: Values.rect)
  }

  static func author(_ help: String) -> Option<String> { Option("--author", "NAME", help: help) { $0 } }

  static func contents(_ help: String) -> Option<String> {
    Option("--contents", "TEXT", help: help, parse: Values.text)
  }

  static func point(_ help: String) -> Option<PagePoint> {
    Option("--at", "X,Y", help: help, parse: Values.point)
  }

  /// The text that belongs to an annotation.
  static func text(_ help: String) -> Option<String> {
    Option("--text", aliases: ["--contents"], "TEXT", help: help, parse: Values.text)
  }

  static let iconColor = Option(
    "--color", "RRGGBB", help: "The colour of the icon; yellow without it.", parse: Values.color)

  /// The icon of a kind, in letters of any case.
  static func icon<Icon: RawRepresentable<String> & CaseIterable & Sendable>(_ usual: Icon) -> Option<Icon> {
    let names = Icon.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    return Option(
      "--icon", "NAME", completion: .choices(names), help: "The icon: \(list); \(usual.rawValue) without it."
    ) { text in
      guard let icon = Icon.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
        throw UsageError("'\(text)' is not one of \(list)")
      }
      return icon
    }
  }

  static let opacity = Option(
    "--opacity", "0…1", help: "From 0, invisible, to 1; 1 without it.", parse: Values.number(in: 0...1))
}
