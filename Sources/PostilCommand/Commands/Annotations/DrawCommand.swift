import Postil

/// `postil draw`: shapes on a page.
struct DrawCommand: EditingCommand {
  static let description = CommandDescription(
    name: "draw", abstract: "Draws lines, shapes and freehand strokes on a page.",
    discussion: "Shapes are drawn in the order in which they stand. Coordinates are points from the "
      + "lower left, of the page as the file has it, not turned.",
    synopsis: "FILE --page N SHAPE… \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [PageOption.page.description]), DrawOptions.shapes,
      DrawOptions.style,
    ] + SavingOptions.sections,
    example: "postil draw report.pdf --page 1 --color FF0000 --width 2 --rect 72,600,200,80 "
      + "--ink \"80,590 120,560 160,590\" -o marked.pdf")

  let edited: EditedFile
  private let page: PageNumber
  private let plan: DrawPlan

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    page = try arguments.require(PageOption.page)
    plan = DrawPlan(arguments.values(of: DrawStep.self))
    guard !plan.annotations.isEmpty else {
      throw UsageError(
        "there is nothing to draw: give --line, --arrow, --rect, --ellipse, --ink, --polygon, --polyline, --cloud, --distance, --perimeter or --area"
      )
    }
    guard !plan.hasIdleSteps else {
      throw UsageError(
        "an option for style or text stands behind the last shape, where it changes nothing: such options apply to the shapes "
          + "after them, so put it in front")
    }
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let page = try document.page(at: try page.index(among: document.pageCount))
    try document.apply(
      plan.annotations.map { .addAnnotation($0.measuring(on: page), page: page.id) }, named: "Draw")
    return CommandOutcome(values: ["ids": .list(plan.annotations.map { .text($0.id.rawValue) })])
  }
}
