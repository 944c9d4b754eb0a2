import PostilModel

/// The glyph procedures of a Type 3 font (ISO 32000-2, 9.6.4), as far as it is to be known whether they are mere shapes.
struct GlyphProcedures {
  /// Fonts have as many as codes; those behind are like those before.
  private static let most = 64
  /// Bytes of a procedure behind which are not read.
  private static let mostBytes = 64 << 10

  /// Whether one has colors of its own: by operators, or by images and forms that it paints.
  private(set) var haveColors = false
  private let resources: PDFDictionary
  private let objects: any ObjectSource

  /// - Parameter resources: The font's; of a font that has none those of the content that shows it.
  /// - Throws: What counting work does.
  init(_ font: PDFDictionary, _ resources: PDFDictionary, _ context: ContentContext) throws {
    (self.resources, objects) = (resources, context.objects)
    for procedure in objects.resolve(font["CharProcs"]).dictionary?.entries.prefix(Self.most) ?? [] {
      guard let bytes = try? objects.decoded(procedure.value, limit: Self.mostBytes, excess: .cutOff) else {
        continue
      }
      try context.count(ContentContext.annotation + bytes.count / 4)
      haveColors = hasColors(bytes)
      if haveColors { return }
    }
  }

  private func hasColors(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var parser = ContentParser(bytes)
      while let operation = try? parser.next() {
        switch operation.op {
        case .fillGray, .fillRGB, .fillCMYK, .strokeGray, .strokeRGB, .strokeCMYK, .fillColor,
          .fillColorOrPattern, .strokeColor,
          .strokeColorOrPattern, .shade, .graphicsState:
          return true
        case .inlineImage:
          if operation.operands.first?.dictionary?["ImageMask"]?.boolean != true { return true }
        case .paintObject:
          let object = operation.operands.last?.name.flatMap {
            objects.resolve(objects.resolve(resources["XObject"]).dictionary?[$0]).dictionary
          }
          if let object, objects.resolve(object["ImageMask"]).boolean != true { return true }
        default: break
        }
      }
      return false
    }
  }
}
