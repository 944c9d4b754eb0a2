import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Edits of all kinds, undo, redo and saves in any order: after each step the session shows what a save would write.
/// `POSTIL_PICTURE_SEEDS` says how many sessions; the few that are always run are no more than a sample.
@Suite struct RandomPictureTests {
  private static let seeds: ClosedRange<UInt64> = {
    let count = ProcessInfo.processInfo.environment["POSTIL_PICTURE_SEEDS"].flatMap(UInt64.init) ?? 3
    return 1...max(count, 1)
  }()

  @Test(arguments: seeds)
  func theSessionShowsWhatASaveWrites(seed: UInt64) async throws {
    var session = try RandomSession(seed: seed)
    for _ in 0..<30 { try await session.step() }
  }
}

private struct RandomSession {
  private let folder: TemporaryFolder
  private let seed: UInt64
  private var random: SeededGenerator
  private let document: PDFDocument
  private let url: URL
  private let source: SourceID
  private let picture: SavedPicture
  /// What was done, to be told when something is wrong.
  private var steps: [String] = []
  /// Whether something is composited in eight bits: there a level or two may differ.
  private var isTranslucent = false

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    self.seed = seed
    var sample = PageSnapshotTests.document
    sample.xref = PDFBuilder.Xref.allCases.randomElement(using: &random) ?? .table
    sample.pages[1].rotation = [0, 90, 180].randomElement(using: &random) ?? 0
    sample.pages[1].cropBox = Bool.random(using: &random) ? [10, 10, 190, 150] : nil
    url = try folder.file("a.pdf", sample.data)
    document = try PDFDocument.openAndWait(url)
    source = try document.register(PDFDocument(data: PageSnapshotTests.document.data)).source
    picture = SavedPicture(document)
  }

  mutating func step() async throws {
    let kind = Int.random(in: 0..<25, using: &random)
    do {
      switch kind {
      case 0...2: steps.append("add"); _ = try add()
      case 3...4: steps.append("change"); _ = try change()
      case 5...7: steps.append("move"); _ = try move()
      case 8: steps.append("remove"); _ = try remove()
      case 9: steps.append("text"); _ = try describe()
      case 10: steps.append("turn"); _ = try document.rotatePages([page()], by: .clockwise90)
      case 11: steps.append("order"); _ = try document.movePages([page()], to: place())
      case 12: steps.append("insert"); _ = try insert()
      case 13: steps.append("boxes"); _ = try setBoxes()
      case 14...16: steps.append("undo"); _ = try document.undo()
      case 17: steps.append("redo"); _ = try document.redo()
      case 18: steps.append("clear"); _ = try document.removeDrawnAnnotations(on: page())
      case 19...20: steps.append("add field"); _ = try addField()
      case 21: steps.append("remove field"); _ = try removeField()
      case 22: steps.append("fill"); _ = try fill()
      case 23: steps.append("save"); _ = try document.saveAndWait(.automatic(safety: .inPlace))
      default: steps.append("rewrite"); _ = try document.saveAndWait(.rewrite())
      }
    } catch let error as PDFError
      where error.code == .notEditable || error.code == .noSuchAnnotation || error.code == .invalidGeometry
    {
      steps.append("refused")
    }
    let difference = try await picture.largestDifference()
    try #require(difference <= (isTranslucent ? 2 : 0), "seed \(seed): \(steps.joined(separator: ", "))")
  }

  // MARK: - Choices

  private mutating func place() -> Int { Int.random(in: 0..<document.pageCount, using: &random) }
  private mutating func page() throws -> PageID { try document.page(at: place()).id }
  private mutating func coordinate() -> Double { Double(Int.random(in: 20...560, using: &random)) / 4 }
  private mutating func point() -> PagePoint { PagePoint(x: coordinate(), y: coordinate()) }

  private mutating func content() -> AnnotationContent {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .line(from: point(), to: point(), end: .openArrow)
    case 1: .rectangle(PageRect(corner: point(), corner: point()))
    case 2: .ellipse(PageRect(corner: point(), corner: point()))
    case 3: .ink([InkStroke(points: [point(), point(), point()], widths: widths())])
    case 4: .polygon([point(), point(), point()])
    case 5: .polyline([point(), point(), point()])
    case 6: freeText()
    default: textMarkup()
    }
  }

  private mutating func widths() -> [Double] {
    let pressure = (0..<3).map { _ in Double.random(in: 0...2, using: &random) }
    return Bool.random(using: &random) ? pressure : []
  }

  private mutating func textMarkup() -> AnnotationContent {
    isTranslucent = true
    let type = TextMarkupType.allCases.randomElement(using: &random) ?? .highlight
    return .textMarkup(type, [PageQuad(PageRect(corner: point(), corner: point()))])
  }

  private mutating func freeText() -> AnnotationContent {
    let rotation = PageRotation.allCases.randomElement(using: &random) ?? .none
    let rect = PageRect(corner: point(), corner: point())
    return .freeText("Some words", in: rect, font: TextFont("DejaVu Sans", size: 9), rotation: rotation)
  }

  private mutating func style() -> AnnotationStyle {
    let isOpaque = Int.random(in: 0..<3, using: &random) > 0
    if !isOpaque { isTranslucent = true }
    return AnnotationStyle(
      color: [.red, .green, .black].randomElement(using: &random) ?? .black,
      fill: [nil, .yellow, .blue].randomElement(using: &random) ?? nil,
      lineWidth: Double(Int.random(in: 1...12, using: &random)) / 2, opacity: isOpaque ? 1 : 0.5)
  }

  // MARK: - Edits

  private mutating func add() throws {
    let page = try page()
    let count = try document.page(page).annotations.count
    let index = Bool.random(using: &random) ? nil : Int.random(in: 0...count, using: &random)
    try document.apply(.addAnnotation(Annotation(content(), style: style()), page: page, at: index))
  }

  private mutating func chosen(
    _ capability: AnnotationCapabilities
  ) throws -> (annotation: Annotation, page: PageID)? {
    let page = try page()
    let all = try document.page(page).annotations.filter { $0.capabilities.isSuperset(of: capability) }
    return all.randomElement(using: &random).map { ($0, page) }
  }

  private mutating func change() throws {
    guard let (chosen, page) = try chosen(.restyled) else { return }
    var one = chosen
    if Bool.random(using: &random), one.content.textMarkup == nil { one.content = content() }
    one.style = style()
    try document.replace(one, on: page)
  }

  private mutating func move() throws {
    guard let (chosen, page) = try chosen(.moved) else { return }
    var one = chosen
    one.content = one.content.offset(dx: coordinate() / 4 - 15, dy: coordinate() / 4 - 15)
    try document.replace(one, on: page)
  }

  private mutating func describe() throws {
    guard let (chosen, page) = try chosen([]) else { return }
    var one = chosen
    one.contents = "text \(steps.count)"
    if Int.random(in: 0..<4, using: &random) == 0 { one.flags.formSymmetricDifference(.hidden) }
    try document.replace(one, on: page)
  }

  private mutating func remove() throws {
    guard let (one, page) = try chosen([]) else { return }
    try document.remove(one.id, from: page)
  }

  private mutating func insert() throws {
    let new = document.mintPage()
    let state: PageState =
      Bool.random(using: &random)
      ? PageState(source: .imported(source, Int.random(in: 0...1, using: &random)))
      : PageState(source: .blank(PageSize(width: 150, height: 120)))
    let index = Int.random(in: 0...document.pageCount, using: &random)
    try document.apply([.insertPages([InsertedPage(new, state, at: index)])])
  }

  // MARK: - Form fields

  private mutating func rect() -> PageRect {
    let corner = point()
    return PageRect(x: corner.x, y: corner.y, width: coordinate() / 2, height: coordinate() / 4)
  }

  private mutating func addField() throws {
    let kinds: [FormField.Kind] = [.text, .checkBox, .radioButtons, .comboBox, .listBox, .signature]
    let kind = kinds.randomElement(using: &random) ?? .text
    let isButton = kind == .checkBox || kind == .radioButtons
    let isChoice = kind == .comboBox || kind == .listBox
    let count = kind == .signature ? 1 : Int.random(in: 1...3, using: &random)
    let widgets = try (0..<count).map { index in
      NewFormField.Widget(
        on: try page(), in: rect(),
        value: isButton ? "v\(index % 2)" : nil)
    }
    let border = FormFieldLook.Border(
      color: .black, width: Double(Int.random(in: 0...3, using: &random)),
      style: FormFieldLook.Border.Style.allCases.randomElement(using: &random) ?? .solid)
    try document.addField(
      NewFormField(
        kind, named: "group\(steps.count % 3).f\(steps.count)", widgets: widgets,
        options: isChoice ? [.init("v0"), .init("v1")] : [],
        value: kind == .signature || Bool.random(using: &random)
          ? nil : kind == .checkBox ? .text("v0") : "v0",
        flags: kind == .radioButtons ? .radiosInUnison : [],
        look: FormFieldLook(
          background: Bool.random(using: &random) ? .yellow : nil,
          border: Bool.random(using: &random) ? border : nil)))
  }

  private mutating func field() throws -> FormField? {
    try document.form?.fields.sorted { $0.name < $1.name }.randomElement(using: &random)
  }

  private mutating func removeField() throws {
    if let field = try field() { try document.removeFieldAndWait(named: field.name) }
  }

  private mutating func fill() throws {
    guard let field = try field(), field.isFillable else { return }
    let value: FormValue? =
      switch field.kind {
      case .text: .text("Text \(steps.count)")
      case .checkBox, .radioButtons:
        (field.buttonValues.map { FormValue.text($0) } + [.checked(false)]).randomElement(using: &random)
      default: field.options.randomElement(using: &random).map { .text($0.value) }
      }
    if let value { try document.fill([field.name: value]) }
  }

  private mutating func setBoxes() throws {
    let box = PageRect(
      x: Double(Int.random(in: 0...40, using: &random)), y: Double(Int.random(in: 0...40, using: &random)),
      width: 100, height: 75)
    try document.apply(.setBoxes([PageBoxes(page(), [.cropBox: box])]))
  }
}
