import PostilGraphics
import PostilModel

/// Draws fields with their values (ISO 32000-2, 12.7.4.3), as readers do: in the field's own font where that has all
/// characters of the text, else in fonts of the system, a subset of which is embedded.
struct FieldAppearance {
  let changes: ObjectChanges
  let texts: TextForms
  let reader: FormFieldReader
  private let form: PDFDictionary
  /// Whether all fonts are to be embedded, as PDF/A and PDF/UA want it: others than those are not written in.
  private let embedsFonts: Bool
  private let known = KnownFonts()

  /// Fonts that were read: most fields of a form have the same one.
  private final class KnownFonts {
    var fonts: [ObjectID: FieldFont?] = [:]
  }

  private func font(_ object: PDFObject) -> FieldFont? {
    guard let id = object.reference else { return FieldFont(object, changes) }
    if let font = known.fonts[id] { return font }
    let font = FieldFont(object, changes)
    known.fonts[id] = .some(font)
    return font
  }

  /// The color of the bar behind selected options.
  private static let selection = [0.6, 0.757, 0.855]
  /// The smallest text that is made to fit, in points.
  private static let smallest = 4.0
  /// The size of multiline text and lists that may have any, in points.
  private static let usual = 12.0
  /// From one line to the next, in sizes of the font.
  private static let lineHeight = 1.15

  init(_ changes: ObjectChanges, _ texts: TextForms, embedsFonts: Bool) {
    self.changes = changes
    self.embedsFonts = embedsFonts
    self.texts = texts
    reader = FormFieldReader(objects: changes)
    form = changes.form ?? [:]
  }

  /// What a field shows.
  enum Shown {
    case line(String)
    /// A line in the middle, whatever the field says of its alignment.
    case caption(String)
    case paragraph(String)
    /// Each character in a cell of its own, of so many.
    case comb(String, cells: Int)
    /// The labels of a list, the index of the first that is seen, and which are selected.
    case list([String], top: Int, selected: Set<Int>)
  }

  /// Makes the form of a widget of a text or a choice; `nil` if it covers no area.
  ///
  /// - Returns: Also whether the text fits: readers scroll to the rest of it, paper shows a part.
  /// - Throws: ``PDFError`` with code `.missingGlyphs` if no font has some of the characters.
  func form(of widget: PDFDictionary, _ field: PDFDictionary, showing shown: Shown) throws -> (
    object: ObjectID, fits: Bool
  )? {
    guard let box = FieldBox(widget, changes) else { return nil }
    var style = style(of: widget, field)
    if case .caption = shown { style.alignment = .center }
    let object = font(named: style.fontName, of: widget)
    let fonts = Fonts(style, object, object.flatMap { font($0) }, changes, embedsFonts: embedsFonts)
    var drawing = Drawing(changes)
    drawing.content.write("q\n")
    box.paint(&drawing.content)
    if case .comb(_, let cells) = shown { paintCells(cells, box, &drawing) }
    drawing.content.write("Q\n/Tx BMC\nq\n")
    drawing.content.operation(
      "re",
      box.inset, box.inset, max(box.width - 2 * box.inset, 0), max(box.height - 2 * box.inset, 0))
    drawing.content.write("W n\n")
    switch shown {
    case .line(let text), .caption(let text): try paintLine(text, box, style, fonts, &drawing)
    case .paragraph(let text): try paintParagraph(text, box, style, fonts, &drawing)
    case .comb(let text, let cells): try paintComb(text, cells, box, style, fonts, &drawing)
    case .list(let labels, let top, let selected):
      try paintList(labels, top, selected, box, style, fonts, &drawing)
    }
    drawing.content.write("Q\nEMC\n")
    let isNamed = fonts.isKnown || !embedsFonts
    return (add(drawing, box, font: isNamed ? (fonts.resourceName, fonts.own.object) : nil), drawing.fits)
  }

  /// Makes the form of a widget that shows its background and its border alone; `nil` if it covers no area.
  func box(of widget: PDFDictionary) -> ObjectID? {
    guard let box = FieldBox(widget, changes) else { return nil }
    var drawing = Drawing(changes)
    box.paint(&drawing.content)
    return add(drawing, box, font: nil)
  }

  /// What an appearance shows, and what that refers to.
  private struct Drawing {
    var content = ContentStreamWriter()
    var resources: ResourceBuilder
    private(set) var fits = true

    /// More than this of a text beyond its field is told of, in points.
    private static let unseen = 1.0

    init(_ changes: ObjectChanges) { resources = ResourceBuilder(changes) }

    /// Notes by how much a text is larger than its room.
    mutating func note(_ overflows: Double...) {
      if overflows.contains(where: { $0 > Self.unseen }) { fits = false }
    }

    /// Paints a form with its origin at a point.
    mutating func paint(_ form: ObjectID, x: Double, y: Double) {
      content.paint(form: resources.name(of: form), [1, 0, 0, 1, x, y])
    }
  }

  private func add(_ drawing: Drawing, _ box: FieldBox, font: (PDFName, PDFObject)?) -> ObjectID {
    var resources = drawing.resources.dictionary
    if let font { resources["Font"] = .dictionary([font.0: font.1]) }
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = .coordinates([0, 0, box.width, box.height])
    if box.matrix != [1, 0, 0, 1, 0, 0] { dictionary["Matrix"] = .coordinates(box.matrix) }
    dictionary["Resources"] = .dictionary(resources)
    return changes.add(Flate.stream(dictionary, drawing.content.bytes))
  }

  // MARK: - Style and font

  private func style(of widget: PDFDictionary, _ field: PDFDictionary) -> FieldTextStyle {
    FieldTextStyle(of: widget, field, form, changes)
  }

  /// The font of a name: in the form's resources, or in those that the widget was drawn with.
  private func font(named name: PDFName, of widget: PDFDictionary) -> PDFObject? {
    func fonts(_ holder: PDFDictionary?, _ key: PDFName) -> PDFDictionary? {
      changes.resolve(changes.resolve(holder?[key]).dictionary?["Font"]).dictionary
    }
    let drawn = changes.normalAppearance(of: widget)
    let found = fonts(form, "DR")?[name] ?? fonts(widget, "DR")?[name]
    if let found, changes.resolve(found).dictionary != nil { return found }
    guard case .stream(let dictionary, _) = drawn else { return nil }
    return fonts(dictionary, "Resources")?[name]
  }

  /// The fonts that a field's text is in.
  private struct Fonts {
    /// The field's own font, or the standard one that is nearest to it.
    let own: FieldFont
    let resourceName: PDFName
    /// Which characters the own font has can be told.
    let isKnown: Bool
    /// What the system is asked for where the own font lacks characters.
    let family: TextFont
    let color: Color

    /// - Parameter font: The font that the object is, if it can be read.
    init(
      _ style: FieldTextStyle, _ object: PDFObject?, _ font: FieldFont?, _ objects: any ObjectSource,
      embedsFonts: Bool
    ) {
      let named = TextFont(fileName: style.fontName.description, size: 12)
      if let object {
        let base = objects.resolve(objects.resolve(object).dictionary?["BaseFont"]).name?.description
        let name = base.map { $0.dropFirst(6).first == "+" ? String($0.dropFirst(7)) : $0 }
        family = name.flatMap { TextFont(fileName: $0, size: 12) } ?? named ?? Self.family(of: name)
        own = font ?? FieldFont(standard: family.standardName)
        isKnown = font.map { !embedsFonts || $0.isEmbedded } ?? false
      } else {
        family = named ?? TextFont()
        own = FieldFont(standard: family.standardName)
        isKnown = !embedsFonts
      }
      resourceName = style.fontName
      color = style.rgb
    }

    /// A font by a PostScript name such as `Verdana-Bold`.
    private static func family(of name: String?) -> TextFont {
      guard let name, let base = name.split(whereSeparator: { $0 == "-" || $0 == "," }).first,
        base.utf8.count <= TextFont.longestFamily,
        base.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return TextFont() }
      return TextFont(
        "\(base), Helvetica", isBold: name.contains("Bold"),
        isItalic: name.contains("Italic") || name.contains("Oblique"))
    }

    /// The bytes of a text in the own font; `nil` if that does not have all of it.
    func bytes(_ text: String) -> [UInt8]? { isKnown ? own.encode(text) : nil }

    /// A text for fonts of the system.
    func text(_ string: String, size: Double, _ alignment: TextAlignment = .left) -> Appearance.Text {
      var font = family
      font.size = min(max(size, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
      return Appearance.Text(string, font: font, color: color, alignment: alignment)
    }
  }

  // MARK: - One line

  /// The room for text between the edges of a field.
  private static func padding(_ box: FieldBox) -> Double { box.inset * 2 }

  /// What is too long is cut off at its end.
  private func start(_ alignment: TextAlignment, _ width: Double, in room: Double) -> Double {
    max(0, alignment.start(of: width, in: room))
  }

  /// The size at which a line fits.
  private func fittingSize(_ stated: Double, width: Double, height: Double, in room: (Double, Double))
    -> Double
  {
    if stated > 0 { return stated }
    let wide = width > 0 ? room.0 / width : .infinity
    return min(max(min(wide, height > 0 ? room.1 / height : .infinity), Self.smallest), 1000)
  }

  private func paintLine(
    _ text: String, _ box: FieldBox, _ style: FieldTextStyle, _ fonts: Fonts, _ drawing: inout Drawing
  ) throws {
    guard !text.isEmpty else { return }
    let padding = Self.padding(box)
    let room = (max(box.width - 2 * padding, 1), max(box.height - 2 * box.inset, 1))
    if let bytes = fonts.bytes(text) {
      let width = fonts.own.width(of: bytes)
      let size = fittingSize(style.size, width: width, height: Self.lineHeight, in: room)
      let baseline = self.baseline(fonts.own, size, box.height)
      drawing.note(width * size - room.0, (fonts.own.ascent - fonts.own.descent) * size - box.height)
      setColor(style, &drawing)
      drawing.content.show(
        bytes, font: fonts.resourceName, size: size,
        x: padding + start(style.alignment, width * size, in: room.0), y: baseline)
    } else {
      let unit = try fonts.text(text, size: 100).measured()
      let size = fittingSize(style.size, width: unit.width / 100, height: unit.height / 100, in: room)
      let set = fonts.text(text, size: size)
      let measured = try set.measured()
      drawing.note(measured.width - room.0, measured.height / Self.lineHeight - box.height)
      drawing.paint(
        try texts.form(of: TextBlock(set, width: nil)),
        x: padding + start(style.alignment, measured.width, in: room.0),
        y: (box.height + measured.height) / 2)
    }
  }

  /// Where the baseline of a line is that stands in the middle of a height.
  private func baseline(_ font: FieldFont, _ size: Double, _ height: Double) -> Double {
    (height - (font.ascent + font.descent) * size) / 2
  }

  private func setColor(_ style: FieldTextStyle, _ drawing: inout Drawing) {
    drawing.content.setColor(style.color, isStroke: false)
  }

  // MARK: - Several lines

  private func paintParagraph(
    _ text: String, _ box: FieldBox, _ style: FieldTextStyle, _ fonts: Fonts, _ drawing: inout Drawing
  ) throws {
    guard !text.isEmpty else { return }
    let padding = Self.padding(box)
    let room = (width: max(box.width - 2 * padding, 1), height: max(box.height - 2 * padding, 1))
    let sizes =
      style.size > 0 ? [style.size] : Array(stride(from: Self.usual, through: Self.smallest, by: -0.5))
    if fonts.bytes(text.replacing("\n", with: "").replacing("\t", with: " ")) != nil {
      var lines: [[UInt8]] = []
      var size = sizes.last ?? Self.usual
      for candidate in sizes {
        size = candidate
        lines = wrapped(text, fonts, width: room.width / size)
        if Double(lines.count) * size * Self.lineHeight <= room.height { break }
      }
      drawing.note(Double(lines.count) * size * Self.lineHeight - room.height - size * (Self.lineHeight - 1))
      setColor(style, &drawing)
      // Half of what lines are apart more than letters are high is above the first.
      let gap = Self.lineHeight - fonts.own.ascent + fonts.own.descent
      var y = box.height - padding - size * (fonts.own.ascent + gap / 2)
      for line in lines {
        // What is below the field is cut off.
        if y < -size { break }
        let width = fonts.own.width(of: line) * size
        if !line.isEmpty {
          drawing.content.show(
            line, font: fonts.resourceName, size: size,
            x: padding + start(style.alignment, width, in: room.width), y: y)
        }
        y -= size * Self.lineHeight
      }
    } else {
      var block = fonts.text(text, size: sizes.last ?? Self.usual, style.alignment)
      for candidate in sizes {
        block = fonts.text(text, size: candidate, style.alignment)
        if try block.measured(in: room.width).height <= room.height { break }
      }
      drawing.note(try block.measured(in: room.width).height - room.height)
      drawing.paint(
        try texts.form(of: TextBlock(block, width: room.width)), x: padding, y: box.height - padding)
    }
  }

  /// Lines that are no wider than a width, at a size of 1: broken at spaces, or within words that are longer.
  private func wrapped(_ text: String, _ fonts: Fonts, width: Double) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line: [UInt8] = []
      var lineWidth = 0.0
      for word in paragraph.replacing("\t", with: " ").split(separator: " ", omittingEmptySubsequences: false)
      {
        guard var rest = fonts.bytes(String(word))?[...] else { continue }
        let space = fonts.bytes(" ") ?? []
        let wordWidth = fonts.own.width(of: rest)
        if !line.isEmpty, lineWidth + fonts.own.width(of: space) + wordWidth <= width {
          line += space + rest
          lineWidth += fonts.own.width(of: space) + wordWidth
          continue
        }
        if !line.isEmpty { lines.append(line) }
        (line, lineWidth) = ([], 0)
        while let byte = rest.popFirst() {
          let byteWidth = fonts.own.width(of: CollectionOfOne(byte))
          if !line.isEmpty, lineWidth + byteWidth > width {
            lines.append(line)
            (line, lineWidth) = ([], 0)
          }
          line.append(byte)
          lineWidth += byteWidth
        }
      }
      lines.append(line)
    }
    return lines
  }

  // MARK: - Cells

  private func paintCells(_ cells: Int, _ box: FieldBox, _ drawing: inout Drawing) {
    guard !box.borderColor.isEmpty, box.borderWidth > 0, cells > 1 else { return }
    drawing.content.setColor(box.borderColor, isStroke: true)
    drawing.content.operation("w", box.borderWidth)
    for cell in 1..<cells {
      let x = box.width * Double(cell) / Double(cells)
      drawing.content.operation("m", x, 0)
      drawing.content.operation("l", x, box.height)
    }
    drawing.content.operation("S")
  }

  private func paintComb(
    _ text: String, _ cells: Int, _ box: FieldBox, _ style: FieldTextStyle, _ fonts: Fonts,
    _ drawing: inout Drawing
  ) throws {
    let cell = box.width / Double(cells)
    let room = (cell, max(box.height - 2 * box.inset, 1))
    let characters = Array(text).prefix(cells)
    let first =
      switch style.alignment {
      case .left: 0
      case .center: (cells - characters.count) / 2
      case .right: cells - characters.count
      }
    let size = style.size > 0 ? style.size : min(max(room.1 / Self.lineHeight, Self.smallest), cell * 1.4)
    setColor(style, &drawing)
    for (index, character) in characters.enumerated() where character != " " {
      let middle = cell * (Double(first + index) + 0.5)
      if let bytes = fonts.bytes(String(character)) {
        drawing.content.show(
          bytes, font: fonts.resourceName, size: size, x: middle - fonts.own.width(of: bytes) * size / 2,
          y: baseline(fonts.own, size, box.height))
      } else {
        let set = fonts.text(String(character), size: size)
        let measured = try set.measured()
        drawing.paint(
          try texts.form(of: TextBlock(set, width: nil)), x: middle - measured.width / 2,
          y: (box.height + measured.height) / 2)
      }
    }
  }

  // MARK: - Lists

  /// How many options of a list are seen at once.
  func visibleCount(of widget: PDFDictionary, _ field: PDFDictionary) -> Int {
    guard let box = FieldBox(widget, changes) else { return 1 }
    let size = style(of: widget, field).size
    let line = (size > 0 ? size : Self.usual) * Self.lineHeight
    return max(1, Int(min((box.height - 2 * box.inset) / line, 10_000)))
  }

  private func paintList(
    _ labels: [String], _ top: Int, _ selected: Set<Int>, _ box: FieldBox, _ style: FieldTextStyle,
    _ fonts: Fonts, _ drawing: inout Drawing
  ) throws {
    let size = style.size > 0 ? style.size : Self.usual
    let line = size * Self.lineHeight
    let padding = Self.padding(box)
    let room = max(box.width - 2 * padding, 1)
    var y = box.height - box.inset
    for index in labels.indices.dropFirst(top) where y > box.inset {
      if selected.contains(index) {
        drawing.content.setColor(Self.selection, isStroke: false)
        drawing.content.operation("re", box.inset, y - line, box.width - 2 * box.inset, line)
        drawing.content.operation("f")
      }
      if let bytes = fonts.bytes(labels[index]) {
        setColor(style, &drawing)
        drawing.content.show(
          bytes, font: fonts.resourceName, size: size,
          x: padding + start(style.alignment, fonts.own.width(of: bytes) * size, in: room),
          y: y - line + self.baseline(fonts.own, size, line))
      } else if !labels[index].isEmpty {
        let set = fonts.text(labels[index], size: size)
        let measured = try set.measured()
        drawing.paint(
          try texts.form(of: TextBlock(set, width: nil)),
          x: padding + start(style.alignment, measured.width, in: room), y: y - (line - measured.height) / 2)
      }
      y -= line
    }
  }

  // MARK: - Buttons

  /// The appearances of a check box or radio button that has none.
  func button(_ widget: PDFDictionary, _ field: PDFDictionary, state: PDFName, isRadio: Bool)
    -> PDFDictionary?
  {
    guard let box = FieldBox(widget, changes) else { return nil }
    let look = changes.resolve(widget["MK"]).dictionary ?? [:]
    let stated = changes.resolve(look["CA"]).string?.first
    let mark = stated ?? UInt8(ascii: isRadio ? "l" : "4")
    let isRound = isRadio && mark == UInt8(ascii: "l")
    let style = style(of: widget, field)
    func form(isOn: Bool) -> PDFObject {
      var drawing = Drawing(changes)
      drawing.content.write("q\n")
      box.paint(&drawing.content, isRound: isRound)
      drawing.content.write("Q\n")
      if isOn {
        let room = max(min(box.width, box.height) - 2 * box.inset, 1)
        let size = style.size > 0 ? min(style.size, room) : room
        drawing.content.write("q\n")
        if embedsFonts {
          FieldMark(mark).paint(size: size, in: box, style.color, &drawing.content)
        } else {
          setColor(style, &drawing)
          // The marks are about 0.8 wide and 0.7 high.
          drawing.content.show(
            [mark], font: "ZaDb", size: size, x: (box.width - Self.markWidth(mark) * size) / 2,
            y: (box.height - 0.7 * size) / 2)
        }
        drawing.content.write("Q\n")
      }
      return .reference(add(drawing, box, font: embedsFonts ? nil : ("ZaDb", FieldFont.dingbats)))
    }
    return [state: form(isOn: true), "Off": form(isOn: false)]
  }

  /// The widths of the usual marks in ZapfDingbats, at a size of 1.
  private static func markWidth(_ code: UInt8) -> Double {
    switch code {
    case UInt8(ascii: "4"): 0.846
    case UInt8(ascii: "8"): 0.760
    case UInt8(ascii: "l"): 0.791
    case UInt8(ascii: "n"): 0.761
    case UInt8(ascii: "u"): 0.788
    case UInt8(ascii: "H"): 0.816
    default: 0.8
    }
  }
}
