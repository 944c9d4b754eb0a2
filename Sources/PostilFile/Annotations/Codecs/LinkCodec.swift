import PostilModel

/// The target is an action or a destination (ISO 32000-2, 12.5.6.5). It is written only if it changed: what other programs
/// wrote, and pages that are not found, stay as they are.
extension LinkContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["QuadPoints"]
  static let keptKeys: [PDFName] = targetKeys + ["H", "Border"]
  private static let targetKeys: [PDFName] = ["A", "Dest", "PA"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let rect = source.rect, let target = LinkTarget(source) else { return nil }
    style = StrokeStyle()
    self.init(rect, to: target)
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    guard case .foreign? = LinkTarget(source) else { return [] }
    return [source["A"].isNull ? "Dest" : "A"]
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    // Without a border of width 0 some readers draw a black frame.
    if dictionary["Border"] == nil, dictionary["BS"] == nil { dictionary["Border"] = .numbers([0, 0, 0]) }
    if dictionary["H"] == nil { dictionary["H"] = .name("I") }
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    guard (context.old as? LinkContent)?.target != target else { return }
    for key in Self.targetKeys { dictionary[key] = nil }
    switch target {
    case .uri(let uri):
      dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
    case .place(let place):
      // A page that was removed since leads nowhere.
      if let page = context.page { dictionary["Dest"] = .array([.reference(page)] + place.view.operands) }
    case .named(let name): dictionary["Dest"] = .string(TextString.encode(name))
    case .foreign: break
    }
  }
}

extension LinkTarget {
  /// Reads the target of a link; `nil` if there is none.
  fileprivate init?(_ source: AnnotationSource) {
    if let action = source["A"].dictionary {
      self.init(action: action, source)
    } else if !source["A"].isNull {
      self = .foreign("A")
    } else if !source["Dest"].isNull {
      self.init(destination: source["Dest"], source)
    } else {
      return nil
    }
  }

  private init(action: PDFDictionary, _ source: AnnotationSource) {
    let objects = source.objects
    let kind = objects.resolve(action["S"]).name?.description ?? "A"
    self = .foreign(kind)
    let keys = Set(action.entries.map(\.key)).subtracting(["Type", "S"])
    switch kind {
    case "URI" where keys == ["URI"]:
      guard let bytes = objects.resolve(action["URI"]).string, !bytes.isEmpty else { return }
      self = .uri(String(validating: bytes, as: UTF8.self) ?? TextString.decode(bytes))
    case "GoTo" where keys == ["D"]:
      let target = LinkTarget(destination: objects.resolve(action["D"]), source)
      if case .foreign = target { return }
      self = target
    default: break
    }
  }

  private init(destination: PDFObject, _ source: AnnotationSource) {
    self = .foreign("Dest")
    switch destination {
    case .string(let bytes): if !bytes.isEmpty { self = .named(TextString.decode(bytes)) }
    case .name(let name): self = .named(name.description)
    case .array(let items):
      guard let object = items.first?.reference, let page = source.pageID(object),
        let view = PageDestination.View(Array(items.dropFirst()).map(source.objects.resolve))
      else { return }
      self = .place(PageDestination(page, view: view))
    default: break
    }
  }
}

extension PageDestination.View {
  /// Reads what follows the page in a destination; `nil` for a view that is not known.
  fileprivate init?(_ items: [PDFObject]) {
    let numbers = items.dropFirst().map(\.number)
    func number(_ index: Int) -> Double? { numbers.indices.contains(index) ? numbers[index] : nil }
    switch items.first?.name {
    case "XYZ":
      self = .position(left: number(0), top: number(1), zoom: number(2).flatMap { $0 == 0 ? nil : $0 })
    case "Fit": self = .page
    case "FitH": self = .width(top: number(0))
    case "FitV": self = .height(left: number(0))
    case "FitR":
      guard let left = number(0), let low = number(1), let right = number(2), let high = number(3) else {
        return nil
      }
      self = .rect(PageRect(corner: PagePoint(x: left, y: low), corner: PagePoint(x: right, y: high)))
    default: return nil
    }
  }

  /// What follows the page in a destination.
  fileprivate var operands: [PDFObject] {
    func optional(_ value: Double?) -> PDFObject { value.map(PDFObject.coordinate) ?? .null }
    return switch self {
    case .position(let left, let top, let zoom):
      [.name("XYZ"), optional(left), optional(top), zoom.map(PDFObject.number) ?? .null]
    case .page: [.name("Fit")]
    case .width(let top): [.name("FitH"), optional(top)]
    case .height(let left): [.name("FitV"), optional(left)]
    case .rect(let rect):
      [.name("FitR")] + [rect.minX, rect.minY, rect.maxX, rect.maxY].map(PDFObject.coordinate)
    }
  }
}
