import Foundation
import PostilModel

/// The objects that an annotation names.
struct RelatedObjects {
  /// The page that it leads to; `nil` for none, or for one that is not there.
  var linkedPage: ObjectID?
  /// The annotation that it belongs to; `nil` for none, or for one that is not there.
  var relation: ObjectID?
}

/// Writes annotations as dictionaries with an appearance stream, so that every reader shows the
/// same picture (ISO 32000-2, 12.5.2, 12.5.5 and 12.5.6).
struct AnnotationWriter {
  let changes: ObjectChanges
  /// The moment that annotations are stamped with.
  let now: Date
  private let forms: PageForms
  let texts: TextForms
  private let images: ImageObjects
  let files: EmbeddedFiles

  /// - Parameters:
  ///   - images: The images that the file has already.
  ///   - listsGlyphs: Whether subsets of fonts are to be listed, as PDF/A-1 asks for.
  init(
    changes: ObjectChanges, now: Date, images: [Data: ObjectID] = [:], listsGlyphs: Bool = false
  ) {
    (self.changes, self.now) = (changes, now)
    forms = PageForms(changes)
    texts = TextForms(changes, EmbeddedFonts(changes, listsGlyphs: listsGlyphs))
    files = EmbeddedFiles(changes)
    self.images = ImageObjects(changes, known: images, isFirstArchive: listsGlyphs)
  }

  /// The images that the file will have.
  var knownImages: [Data: ObjectID] { images.known }

  /// Makes what the annotations share. Call it when all of them are written.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if a font cannot be embedded.
  func finish() throws {
    try texts.finish()
    forms.finish()
  }

  /// A picture as a form XObject, whose box is a rectangle of its space. Call ``finish()`` afterwards.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument` if something in it cannot be shown.
  func form(of appearance: Appearance, box: PageRect) throws -> ObjectID {
    try appearances.form(of: appearance, box: box)
  }

  /// What writes pictures. Call ``finish()`` afterwards.
  var appearances: AppearanceWriter {
    AppearanceWriter(changes: changes, forms: forms, texts: texts, images: images)
  }

  /// The dictionary of a new annotation.
  ///
  /// - Parameters:
  ///   - page: The page that it is on.
  ///   - objects: What it leads to and belongs to.
  func dictionary(_ annotation: Annotation, page: ObjectID, _ objects: RelatedObjects) throws
    -> PDFDictionary
  {
    var result: PDFDictionary = ["Type": .name("Annot"), "P": .reference(page)]
    result["NM"] = .string(TextString.encode(annotation.id.rawValue))
    describe(annotation, since: nil, objects, &result)
    result["CreationDate"] = .string(DateString.encode(annotation.creationDate ?? now))
    try draw(annotation, since: nil, objects.linkedPage, &result)
    return result
  }

  /// The dictionary that an annotation has in the file, changed from one value to another. What did not change,
  /// and what is not understood, stays to the letter; so does the appearance of another program, unless the
  /// annotation has to be drawn anew.
  func dictionary(
    _ original: PDFDictionary, from old: Annotation, to new: Annotation, _ objects: RelatedObjects
  ) throws -> PDFDictionary {
    var result = original
    let hasOwnAppearance = original.hasOwnAppearance(changes.resolve)
    describe(new, since: old, objects, &result)
    if new.creationDate != old.creationDate {
      result["CreationDate"] = new.creationDate.map { .string(DateString.encode($0)) }
    }
    let isSame = new.style == old.style && new.content == old.content
    if isSame, new.isReplyNote == old.isReplyNote {
      if hasOwnAppearance { noteAppearance(&result) }
    } else if !isSame, new.style == old.style,
      !hasOwnAppearance || !new.content.capabilities.contains(.drawn) || !new.content.isPathsOnly,
      let way = old.content.displacement(to: new.content)
    {
      move(&result, by: way)
      if hasOwnAppearance { noteAppearance(&result) }
    } else if !hasOwnAppearance || !new.content.capabilities.contains(.drawn) || !old.foreignKeys.isEmpty,
      let placement = old.placement(to: new)
    {
      // What another program drew, and what it says that is not understood, is as large as the content around it.
      place(&result, placement, from: old, to: new)
    } else if new.style == old.style, !new.content.capabilities.contains(.drawn),
      old.content.hasSameLooks(as: new.content)
    {
      // Readers fit the appearance that it has into the rectangle (ISO 32000-2, algorithm 8).
      result["Rect"] = PDFObject.rect(new.bounds)
    } else {
      try draw(new, since: old, objects.linkedPage, &result)
    }
    return result
  }

  /// The dictionary of an annotation that was imported, from what it was imported with. What has no appearance gets one, where
  /// drawing it loses nothing.
  ///
  /// - Parameter old: What the dictionary says.
  func dictionary(
    imported original: PDFDictionary, from old: Annotation, to new: Annotation, _ objects: RelatedObjects
  ) throws -> PDFDictionary {
    var result = original
    if new != old { result = try dictionary(original, from: old, to: new, objects) }
    let isToBeDrawn = result["AP"] == nil && old.dictionary?.hasAppearance != true
    guard isToBeDrawn, new.canBeDrawn else { return result }
    if result["M"] == nil { result["M"] = .string(DateString.encode(now)) }
    try draw(new, since: old, objects.linkedPage, &result)
    return result
  }

  /// The dictionary of an annotation that has no appearance, with one.
  ///
  /// - Parameter annotation: What the dictionary says.
  func drawn(_ original: PDFDictionary, as annotation: Annotation) throws -> PDFDictionary {
    var result = original
    try draw(annotation, since: annotation, nil, &result)
    return result
  }

  // MARK: - Text and dates

  private func describe(
    _ annotation: Annotation, since old: Annotation?, _ objects: RelatedObjects, _ result: inout PDFDictionary
  ) {
    if annotation.relation != old?.relation {
      relate(annotation.relation, since: old?.relation, objects.relation, &result)
    }
    if annotation.contents != old?.contents {
      result["Contents"] = annotation.contents.map { .string(TextString.encode($0)) }
      // The same text with formatting.
      result["RC"] = nil
    }
    if annotation.author != old?.author {
      result["T"] = annotation.author.map { .string(TextString.encode($0)) }
    }
    if annotation.subject != old?.subject {
      result["Subj"] = annotation.subject.map { .string(TextString.encode($0)) }
    }
    if annotation.flags != old?.flags ?? [] {
      result["F"] = annotation.flags.isEmpty ? nil : .integer(annotation.flags.rawValue)
    }
    let isDateGiven = annotation.modificationDate != old?.modificationDate
    let modified = isDateGiven ? annotation.modificationDate ?? now : now
    result["M"] = .string(DateString.encode(modified))
    if annotation.metadata != old?.metadata ?? [:] {
      let texts = annotation.metadata.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      let noted: PDFObject? = texts.isEmpty ? nil : .array(texts.map { .string(TextString.encode($0)) })
      result.setPrivate([PrivateKey.metadata: noted], changes.resolve)
    }
  }

  /// Writes what an annotation belongs to.
  ///
  /// - Parameter other: That; `nil` if it is not on the page.
  private func relate(
    _ relation: AnnotationRelation?, since old: AnnotationRelation?, _ other: ObjectID?,
    _ result: inout PDFDictionary
  ) {
    if case .popup? = old {
      result["Parent"] = nil
    } else if old != nil {
      for key in ["IRT", "RT"] as [PDFName] { result[key] = nil }
    }
    guard let other else { return }
    switch relation {
    case .reply: result["IRT"] = .reference(other)
    case .part:
      result["IRT"] = .reference(other)
      result["RT"] = .name("Group")
    case .popup: result["Parent"] = .reference(other)
    case nil: break
    }
  }

  // MARK: - The private entry

  /// Notes that the appearance is Postil's, as of the date of change.
  private func noteAppearance(_ result: inout PDFDictionary) {
    let (appearance, modified) = (changes.resolve(result["AP"]).dictionary?["N"], result["M"])
    result.setPrivate(
      [PrivateKey.appearance: appearance, PrivateKey.modified: modified], changes.resolve)
  }

  // MARK: - Drawing

  private static let styleKeys: [PDFName] = ["C", "CA", "ca", "BS", "IC"]

  /// Writes where the annotation is and how it looks.
  private func draw(
    _ annotation: Annotation, since old: Annotation?, _ target: ObjectID?, _ result: inout PDFDictionary
  ) throws {
    guard let kind = annotation.content.value as? any AnnotationCodec else { return }
    result["Subtype"] = .name(PDFName(annotation.subtype))
    result["Rect"] = PDFObject.rect(annotation.bounds)
    let before = (old?.content.value as? any AnnotationCodec).map { type(of: $0) }
    for key in (before?.ownedKeys ?? []) + type(of: kind).ownedKeys { result[key] = nil }
    let isOtherKind = before != nil && before != type(of: kind)
    if isOtherKind { for key in before?.keptKeys ?? [] { result[key] = nil } }
    result.setPrivate(
      [
        PrivateKey.curves: nil, PrivateKey.areas: nil, PrivateKey.fill: nil, PrivateKey.words: nil,
        PrivateKey.turn: nil, PrivateKey.caption: nil,
      ], changes.resolve)
    kind.writeObjects(
      to: &result,
      AnnotationWriteContext(
        page: target, old: old?.content.value as? any AnnotationCodec, files: files, resolve: changes.resolve)
    )
    // Some have a picture that the file alone has.
    guard kind.capabilities.contains(.drawn) else {
      if isOtherKind { for key in Self.styleKeys + ["AP", "AS"] { result[key] = nil } }
      return kind.write(to: &result, annotation.style)
    }
    paint(
      annotation.style, since: before == type(of: kind) ? old?.style : nil, type(of: kind).styleKeys, &result)
    kind.write(to: &result, annotation.style)
    result["AP"] = .dictionary([
      "N": .reference(
        try AppearanceWriter(changes: changes, forms: forms, texts: texts, images: images).form(annotation))
    ])
    result["AS"] = nil
    noteAppearance(&result)
  }

  /// Writes the parts of the style that changed: a color in grey or CMYK stays as it is if it does not.
  private func paint(
    _ style: AnnotationStyle, since old: AnnotationStyle?, _ keys: Set<PDFName>, _ result: inout PDFDictionary
  ) {
    for key in Self.styleKeys where !keys.contains(key) { result[key] = nil }
    if keys.contains("C"), style.color != old?.color || result["C"] == nil {
      result["C"] = Self.color(style.color)
    }
    if keys.contains("IC"), old == nil || style.fill != old?.fill {
      result["IC"] = style.fill.map(Self.color)
    }
    if keys.contains("CA") { result["CA"] = style.opacity < 1 ? .number(style.opacity) : nil }
    if keys.contains("ca") { result["ca"] = style.fillOpacity.map(PDFObject.number) }
    if keys.contains("BS"), style.lineWidth != old?.lineWidth || style.dash != old?.dash {
      var border: PDFDictionary = ["W": .number(style.lineWidth)]
      if !style.dash.isEmpty {
        border["S"] = .name("D")
        border["D"] = .numbers(style.dash)
      }
      result["BS"] = .dictionary(border)
      result["Border"] = nil
    }
  }

  static func color(_ color: Color) -> PDFObject { .numbers([color.red, color.green, color.blue]) }
}

extension Annotation {
  /// Whether drawing it loses nothing that its dictionary says in keys which the codec writes.
  var canBeDrawn: Bool {
    guard content.capabilities.contains(.drawn), let codec = content.value as? any AnnotationCodec else {
      return false
    }
    if case .fromFile? = content.stamp?.picture { return false }
    return !type(of: codec).ownedKeys.contains { foreignKeys.contains($0.description) }
  }
}

extension PDFDictionary {
  /// Whether Postil drew the annotation, and no other program changed it since.
  func hasOwnAppearance(_ resolve: (PDFObject?) -> PDFObject) -> Bool {
    let own = resolve(self[PrivateKey.entry]).dictionary
    guard let noted = own?[PrivateKey.appearance], let modified = own?[PrivateKey.modified] else {
      return false
    }
    return noted == resolve(self["AP"]).dictionary?["N"] && resolve(modified) == resolve(self["M"])
  }
}
