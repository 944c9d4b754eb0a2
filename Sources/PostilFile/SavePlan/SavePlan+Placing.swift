import PostilModel

/// Content that is placed otherwise on its page.
extension SavePlan {
  /// Puts a page's content into a graphics state that scales, moves and clips it. The streams that it has stay as they are.
  mutating func place(
    _ placement: ContentPlacement, in page: inout PDFDictionary, inherited: PDFObject?
  ) throws {
    // It shows the page as it was.
    page["Thumb"] = nil
    try placePatterns(placement, of: &page, inherited: inherited)
    let contents = changes.resolve(page["Contents"])
    let own = contents.array ?? (contents.isNull ? [] : page["Contents"].map { [$0] } ?? [])
    guard !own.isEmpty else { return }
    let enclosed = EnclosedPlacement(placement: placement, enclosure: ContentEnclosure(around: own, changes))
    let around = placements[enclosed] ?? streams(around: enclosed)
    placements[enclosed] = around
    page["Contents"] = .array([.reference(around.begin)] + own + [.reference(around.end)])
  }

  private func streams(around enclosed: EnclosedPlacement) -> (begin: ObjectID, end: ObjectID) {
    let placement = enclosed.placement
    var setting = PDFSerializer()
    func write(_ numbers: [Double], _ operation: String) {
      setting.write(numbers.map(PDFObject.number), operation)
    }
    write([placement.scale, 0, 0, placement.scale, placement.dx, placement.dy], "cm\n")
    let clip = placement.clip
    write([clip.minX, clip.minY, clip.width, clip.height], "re W n\n")
    return (
      changes.add(.stream([:], .encoded(enclosed.enclosure.begin(setting.bytes)))),
      changes.add(.stream([:], .encoded([10] + enclosed.enclosure.end)))
    )
  }

  /// Patterns stand in the space of the page, whatever its content does (ISO 32000-2, 8.7.3.1).
  private mutating func placePatterns(
    _ placement: ContentPlacement, of page: inout PDFDictionary, inherited: PDFObject?
  ) throws {
    guard var resources = changes.resolve(page["Resources"] ?? inherited).dictionary,
      let patterns = changes.resolve(resources["Pattern"]).dictionary, !patterns.entries.isEmpty
    else { return }
    var placed = PDFDictionary()
    for entry in patterns.entries {
      placed.append(entry.key, try pattern(entry.value, placed: placement))
    }
    resources["Pattern"] = .dictionary(placed)
    page["Resources"] = .dictionary(resources)
  }

  private mutating func pattern(_ pattern: PDFObject, placed placement: ContentPlacement) throws -> PDFObject
  {
    let key = pattern.reference.map { PlacedPattern(pattern: $0, placement: placement) }
    if let known = key.flatMap({ placedPatterns[$0] }) { return .reference(known) }
    func matrix(_ dictionary: PDFDictionary) -> PDFObject {
      let old =
        changes.numbers(dictionary["Matrix"]).flatMap { $0.count == 6 ? $0 : nil } ?? [1, 0, 0, 1, 0, 0]
      let s = placement.scale
      return .numbers([
        old[0] * s, old[1] * s, old[2] * s, old[3] * s, old[4] * s + placement.dx, old[5] * s + placement.dy,
      ])
    }
    let copy: PDFObject
    switch changes.resolve(pattern) {
    case .dictionary(var dictionary):
      dictionary["Matrix"] = matrix(dictionary)
      copy = .dictionary(dictionary)
    case .stream(var dictionary, let body):
      dictionary["Matrix"] = matrix(dictionary)
      var data = body
      if case .inFile = body, let id = pattern.reference {
        dictionary["Length"] = nil
        data = .encoded(try changes.streamData(id))
      }
      copy = .stream(dictionary, data)
    default: return pattern
    }
    guard let key else { return copy }
    let id = changes.add(copy)
    placedPatterns[key] = id
    return .reference(id)
  }
}

/// A placement of content that saves and restores graphics states in some way.
struct EnclosedPlacement: Hashable {
  let placement: ContentPlacement
  let enclosure: ContentEnclosure
}

/// A pattern in the space of content that is placed otherwise.
struct PlacedPattern: Hashable {
  let pattern: ObjectID
  let placement: ContentPlacement
}
