import PostilModel

/// What is needed to read targets: the objects, and which of them are pages.
struct LinkTargetReader {
  let objects: any ObjectSource
  /// The page of an object; `nil` if it is none of the document.
  let pageID: (ObjectID) -> PageID?
}

/// The targets of links and outline items: an action or a destination (ISO 32000-2, 12.3.2 and 12.6).
extension LinkTarget {
  /// Reads the target of a dictionary that has an action (`/A`) or a destination (`/Dest`); `nil` if it has neither.
  init?(in dictionary: PDFDictionary, _ reader: LinkTargetReader) {
    let action = reader.objects.resolve(dictionary["A"])
    let destination = reader.objects.resolve(dictionary["Dest"])
    if let action = action.dictionary {
      self.init(action: action, reader)
    } else if !action.isNull {
      self = .foreign("A")
    } else if !destination.isNull {
      self.init(destination: destination, reader)
    } else {
      return nil
    }
  }

  /// Reads an action.
  init(action: PDFDictionary, _ reader: LinkTargetReader) {
    let objects = reader.objects
    let kind = objects.resolve(action["S"]).name?.description ?? "A"
    self = .foreign(kind)
    let keys = action.entries.map(\.key).filter { $0 != "Type" && $0 != "S" }
    switch kind {
    case "URI" where keys == ["URI"]:
      guard let bytes = objects.resolve(action["URI"]).string, !bytes.isEmpty else { return }
      self = .uri(String(validating: bytes, as: UTF8.self) ?? TextString.decode(bytes))
    case "GoTo" where keys == ["D"]:
      let target = LinkTarget(destination: objects.resolve(action["D"]), reader)
      if case .foreign = target { return }
      self = target
    default: break
    }
  }

  /// Reads a destination.
  init(destination: PDFObject, _ reader: LinkTargetReader) {
    self = .foreign("Dest")
    switch destination {
    case .string(let bytes): if !bytes.isEmpty { self = .named(TextString.decode(bytes)) }
    case .name(let name): self = .named(name.description)
    case .array: if let place = PageDestination(destination, reader) { self = .place(place) }
    default: break
    }
  }

  /// Writes the target as an action or a destination. What is foreign is not written.
  ///
  /// - Parameter page: The object of a page; `nil` for one that is gone, which nothing leads to.
  func write(to dictionary: inout PDFDictionary, page: (PageID) -> ObjectID?) {
    switch self {
    case .uri(let uri):
      dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(Array(uri.utf8))])
    case .place(let place):
      if let object = page(place.page) { dictionary["Dest"] = place.object(page: object) }
    case .named(let name): dictionary["Dest"] = .string(TextString.encode(name))
    case .foreign: break
    }
  }
}

extension PageDestination {
  /// Reads an array; `nil` if it leads to no page of the document, or says nothing that is known.
  init?(_ destination: PDFObject, _ reader: LinkTargetReader) {
    guard let items = destination.array, let object = items.first?.reference,
      let page = reader.pageID(object),
      let view = PageDestination.View(Array(items.dropFirst()).map(reader.objects.resolve))
    else { return nil }
    self.init(page, view: view)
    // What no edit would take, such as a zoom of a million.
    guard LinkTarget.place(self).isUsable else { return nil }
  }

  /// The array, for the object of the page.
  func object(page: ObjectID) -> PDFObject { .array([.reference(page)] + view.operands) }
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
    case "FitB": self = .content
    case "FitBH": self = .contentWidth(top: number(0))
    case "FitBV": self = .contentHeight(left: number(0))
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
    case .content: [.name("FitB")]
    case .contentWidth(let top): [.name("FitBH"), optional(top)]
    case .contentHeight(let left): [.name("FitBV"), optional(left)]
    }
  }
}
