import PostilModel

/// What is checked of the standards, with the clause that each of them has for it.
enum ConformityCheck: CaseIterable {
  // Files and objects.
  case header, encryption, identifier, crossReferences, streamEnds, externalData, filters, inlineFilters,
    limits,
    pageSizes
  // Graphics.
  case outputIntents, deviceColors, images, forms, graphicsStates, halftones, inks, renderingIntents,
    operators, transparency
  // Fonts.
  case embeddedFonts, fontEntries, compositeFonts, subsets, encodings, widths, texts
  // Annotations, forms and actions.
  case annotationKinds, annotationFlags, annotationColors, appearances, actions, triggers, formAppearances,
    xfa
  // The document.
  case metadata, packetHeader, properties, identification, information, attachments, layers, presentations,
    requirements
  // Tags.
  case marked, structureTree, suspects, title, titleShown, taggedContent, roles, language, languageTags,
    nesting,
    rowLengths, tableHeaders, figures, formulas, headings, notes, accessAllowed
  case annotationTags, annotationTexts, fieldTexts, tabOrder, widgetTags, linkTags, linkTexts, printerMarks,
    references

  /// The standards whose clauses differ.
  private enum Edition { case archive1, archive2, archive4, access1 }

  /// The rule of a standard; `nil` if it has none for this, or is not known.
  func rule(of claim: ConformityClaim) -> ConformityRule? {
    let edition: Edition
    switch (claim.standard, claim.part) {
    case (.archive, 1): edition = .archive1
    case (.archive, 2), (.archive, 3): edition = .archive2
    case (.archive, 4): edition = .archive4
    case (.universalAccess, 1): edition = .access1
    default: return nil
    }
    let entry = entry
    let clause =
      switch edition {
      case .archive1: entry.archive1
      case .archive2: entry.archive2
      case .archive4: entry.archive4
      case .access1: entry.access1
      }
    guard let clause else { return nil }
    if edition != .access1, [.marked, .structureTree].contains(self), claim.level != "A" { return nil }
    if self == .texts, edition != .access1, claim.level != "A", edition != .archive2 || claim.level != "U" {
      return nil
    }
    return ConformityRule(claim, clause: clause, requirement: entry.text)
  }

  private typealias Entry = (
    archive1: String?, archive2: String?, archive4: String?, access1: String?, text: String
  )

  private var entry: Entry {
    switch self {
    case .header:
      (
        "6.1.2", "6.1.2", "6.1.2", nil,
        "The file begins with its version, and a comment of bytes that are no letters."
      )
    case .encryption: ("6.1.3", "6.1.3", "6.1.3", nil, "The document is not encrypted.")
    case .identifier: ("6.1.3", "6.1.3", "6.1.3", nil, "The trailer has an identifier (ID).")
    case .crossReferences:
      ("6.1.4", nil, nil, nil, "There are cross-reference tables, no cross-reference streams.")
    case .streamEnds:
      ("6.1.7", "6.1.7.1", nil, nil, "The word endstream stands at the beginning of a line.")
    case .externalData: ("6.1.7", "6.1.7.1", "6.1.6.1", nil, "The data of streams are in the file.")
    case .filters:
      ("6.1.10", "6.1.7.2", "6.1.6.2", nil, "Streams have filters of the standard, and not LZWDecode.")
    case .inlineFilters:
      (nil, "6.1.10", "6.1.9", nil, "Images in contents have filters of the standard, and not LZWDecode.")
    case .limits: ("6.1.12", "6.1.13", nil, nil, "Numbers, names, strings and lists keep to limits.")
    case .pageSizes: (nil, "6.1.13", nil, nil, "The sides of page boxes are 3 to 14,400 units.")
    case .outputIntents:
      ("6.2.2", "6.2.3", "6.2.3", nil, "Output intents have one and the same profile.")
    case .deviceColors:
      ("6.2.3.3", "6.2.4.3", "6.2.4.3", nil, "Colors of a device have an output intent of the same kind.")
    case .images:
      (
        "6.2.4", "6.2.8", "6.2.7.1", nil,
        "Images have no alternates, no OPI entries and no interpolation, and a usual number of bits."
      )
    case .forms:
      (
        "6.2.5", "6.2.9", "6.2.8", nil,
        "Form XObjects have no PostScript, no OPI entries and do not refer to other files."
      )
    case .graphicsStates:
      ("6.2.8", "6.2.5", "6.2.5", nil, "Graphics states have no transfer functions and no halftone phase.")
    case .halftones:
      (nil, "6.2.5", "6.2.5", nil, "Halftones are of type 1 or 5, and have no name.")
    case .inks:
      (
        nil, "6.2.4.4", "6.2.4.4", nil,
        "Spot colors of color spaces of several inks are described (Colorants)."
      )
    case .renderingIntents: ("6.2.9", "6.2.6", "6.2.4.6", nil, "Rendering intents are those of the standard.")
    case .operators: ("6.2.10", "6.2.2", "6.2.2", nil, "Contents have only operators that PDF defines.")
    case .transparency:
      (
        "6.4", "6.2.10", "6.2.9", nil,
        "There is no transparency (part 1); pages with transparency have a color space to blend in (others)."
      )
    case .embeddedFonts: ("6.3.4", "6.2.11.4.1", "6.2.10.4.1", "7.21.4.1", "Fonts are embedded.")
    case .fontEntries:
      ("6.3.2", "6.2.11.2", "6.2.10.2", nil, "Fonts have the entries that PDF asks of them.")
    case .compositeFonts:
      (
        "6.3.3", "6.2.11.3", "6.2.10.3", "7.21.3",
        "Composite fonts have maps of codes to characters and glyphs that fit."
      )
    case .subsets:
      ("6.3.5", nil, nil, nil, "Subsets of fonts list what they have (CharSet, CIDSet).")
    case .encodings:
      (
        "6.3.7", "6.2.11.6", "6.2.10.6", "7.21.6",
        "TrueType fonts have a standard encoding, and none if they are symbolic."
      )
    case .widths:
      (
        "6.3.6", "6.2.11.5", "6.2.10.5", "7.21.5",
        "Widths of glyphs are those of the embedded program."
      )
    case .texts:
      ("6.3.8", "6.2.11.7.2", nil, "7.21.7", "Fonts say what their glyphs stand for.")
    case .annotationKinds:
      ("6.5.2", "6.3.1", "6.3.1", nil, "Annotations are of kinds that the standard allows.")
    case .annotationFlags:
      ("6.5.3", "6.3.2", "6.3.2", nil, "Annotations are printed, and not hidden.")
    case .annotationColors:
      ("6.5.3", nil, nil, nil, "Annotations are opaque, and their colors have an output intent of RGB.")
    case .appearances:
      ("6.5.3", "6.3.3", "6.3.3", nil, "Annotations have a normal appearance, and no other.")
    case .actions: ("6.6.1", "6.5.1", "6.6.1", nil, "Actions are of kinds that the standard allows.")
    case .triggers:
      (
        "6.6.2", "6.5.2", "6.6.3", nil,
        "Nothing is done by itself when the document, a page or a field is opened or left."
      )
    case .formAppearances:
      ("6.9", "6.4.1", "6.4.1", nil, "Fields are shown as they are, without NeedAppearances.")
    case .xfa: (nil, "6.4.2", "6.4.2", "7.15", "The form is not in XFA.")
    case .metadata: ("6.7.2", "6.6.2.1", "6.7.2.1", "7.1", "The document has a metadata packet (XMP).")
    case .packetHeader:
      (
        "6.7.5", "6.6.2.1", "6.7.2.1", nil,
        "The header of the metadata packet tells neither length nor encoding."
      )
    case .properties:
      (
        "6.7.9", "6.6.2.3.1", nil, nil,
        "Properties of the metadata packet are those of schemas that are known or described, with values as these want."
      )
    case .identification:
      ("6.7.11", "6.6.4", "6.7.3", "5", "The metadata packet tells part and level of the standard.")
    case .information:
      (
        "6.7.3", nil, "6.1.3", nil,
        "The information dictionary says what the metadata packet says (part 1), or is not there (part 4)."
      )
    case .attachments:
      (
        "6.1.11", "6.8", "6.9", "7.11",
        "Attached files are such as the part allows, and are described as it asks."
      )
    case .layers: ("6.1.13", "6.9", "6.10", "7.10", "Layers are as the standard allows.")
    case .presentations:
      (nil, "6.10", "6.11", nil, "There are no presentations.")
    case .requirements: (nil, "6.11", "6.12", nil, "There are no requirements of readers.")
    case .marked: ("6.8.2.2", "6.7.2.2", nil, "7.1", "The document says that it is tagged.")
    case .structureTree: ("6.8.3", "6.7.3", nil, "7.1", "The document has a structure tree.")
    case .suspects: (nil, nil, nil, "7.1", "Tags are not said to be suspect.")
    case .title: (nil, nil, nil, "7.1", "The metadata packet has a title.")
    case .titleShown: (nil, nil, nil, "7.1", "Readers are to show the title (DisplayDocTitle).")
    case .taggedContent: (nil, nil, nil, "7.1", "What pages show is tagged, or an artifact.")
    case .roles: (nil, nil, nil, "7.1", "Types of elements are standard types, or mapped to them.")
    case .language: (nil, nil, nil, "7.2", "The language of texts is said.")
    case .languageTags: (nil, nil, nil, "7.2", "Languages are named as they should.")
    case .nesting: (nil, nil, nil, "7.2", "Tables, lists and contents have the elements that belong in them.")
    case .rowLengths: (nil, nil, nil, "7.2", "Rows of a table have as many columns.")
    case .tableHeaders:
      (
        nil, nil, nil, "7.5",
        "Headers of tables say what they are for (Scope), or cells name theirs (Headers)."
      )
    case .figures: (nil, nil, nil, "7.3", "Figures have a text for those who cannot see them.")
    case .formulas: (nil, nil, nil, "7.7", "Formulas have a text for those who cannot see them.")
    case .headings: (nil, nil, nil, "7.4", "Levels of headings follow each other.")
    case .notes: (nil, nil, nil, "7.9", "Notes have identifiers that no other has.")
    case .accessAllowed: (nil, nil, nil, "7.16", "The encryption allows access for people with disabilities.")
    case .annotationTags: (nil, nil, nil, "7.18.1", "Annotations are in elements of type Annot.")
    case .annotationTexts: (nil, nil, nil, "7.18.1", "Annotations have a text.")
    case .fieldTexts: (nil, nil, nil, "7.18.1", "Fields have a name that is read aloud.")
    case .tabOrder:
      (nil, nil, nil, "7.18.3", "Pages with annotations have the tab order of the structure.")
    case .widgetTags: (nil, nil, nil, "7.18.4", "Fields are in elements of type Form.")
    case .linkTags: (nil, nil, nil, "7.18.5", "Links are in elements of type Link.")
    case .linkTexts: (nil, nil, nil, "7.18.5", "Links have a text (Contents).")
    case .printerMarks: (nil, nil, nil, "7.18", "Marks for printers are not in the structure.")
    case .references: (nil, nil, nil, "7.20", "Form XObjects do not refer to other files.")
    }
  }
}
