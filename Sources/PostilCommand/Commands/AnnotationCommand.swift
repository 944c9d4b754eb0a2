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
  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> EditOutcome {
    let page = try document.page(at: try page.index(among: document.pageCount))
    let annotation = try annotation(for: page, of: document)
    try document.apply([.addAnnotation(annotation, page: page.id)], named: Self.editName)
    return EditOutcome(values: ["ids": .list([.text(annotation.id.rawValue)])])
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

  static let opacity = Option(
    "--opacity", "0…1", help: "From 0, invisible, to 1; 1 without it.", parse: Values.number(in: 0...1))
}
