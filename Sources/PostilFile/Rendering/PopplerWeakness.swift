/// Something in a page that poppler with cairo is known to draw wrong, and PDFium or Splash right. Told by the page's content and the
/// objects that it uses, before anything is drawn.
///
/// A new one gets a case here and who draws it right, in ``PopplerWeaknessCheck`` what tells it, and a page in `Scripts/renderer_cases.py` that shows it.
package enum PopplerWeakness: String, Sendable, Hashable, CaseIterable {
  /// An image of 16 bits a component with the TIFF predictor: is noise.
  case deepImage
  /// An image with a side of more pixels than cairo draws: is left out.
  case longImage
  /// An image of JPEG 2000 whose own alpha channel is its soft mask (ISO 32000-2, table 87, `/SMaskInData`): is opaque.
  case maskInImage
  /// An image whose colors were multiplied by its soft mask before (11.6.5.2, `/Matte`): has dark edges.
  case matteImage
  /// A kind of JBIG2 that its decoder has not: symbols in Huffman code, halftones that skip cells.
  case jbig2Image
  /// A soft mask of the graphics state over text, strokes, image masks or tiling patterns (11.6.5): has no effect.
  case softMask
  /// A blend mode on bare paper, which is no backdrop (11.4.7).
  case blendingOnPaper
  /// A blend mode in a group that is not isolated, over what is below the group (11.4.5).
  case blendingInGroup
  /// A blend mode in colors that are joined as inks (11.3.4): they are joined as light. Multiplied, both are the same.
  case blendingInCMYK
  /// A blend mode of a group within one that knocks out and is not isolated (11.4.6): it does not see what is below that.
  case blendingInKnockout
  /// A path that is filled and stroked at once, half transparent: its area shows through the stroke (11.7.4.4).
  case transparentStroke
  /// A mesh that is painted half transparent: is opaque.
  case transparentMesh
  /// A shading of more colorants than poppler's functions have results.
  case manyColorants
  /// A tiling pattern with a box larger than its steps, for strokes: they are one color.
  case strokedPattern
  /// Glyph procedures of a Type 3 font with colors, images or forms of their own: are black shapes, or nothing.
  case coloredGlyphs
  /// A font program that is none: its text is left out.
  case damagedFont
  /// The separation `/None`, which paints nothing (8.6.6.4): is black.
  case noColorant
  /// A matrix of too few numbers: whatever comes after it is missing.
  case missingNumbers
  /// A string that goes on in another stream of the page's content, between which is white space (7.8.2).
  case dividedString
  /// A name with a number sign that two digits do not follow, as older producers wrote them: is another name (7.3.5).
  case unescapedName

  package var isDrawnRightByPDFium: Bool {
    switch self {
    case .blendingInCMYK, .blendingInKnockout: false
    default: true
    }
  }

  package var isDrawnRightBySplash: Bool {
    switch self {
    case .longImage, .matteImage, .softMask, .blendingOnPaper, .blendingInGroup, .blendingInCMYK,
      .blendingInKnockout, .transparentMesh, .strokedPattern, .coloredGlyphs, .damagedFont, .noColorant:
      true
    // What comes of the stream, the operands and the names, both read by the same functions.
    case .deepImage, .maskInImage, .jbig2Image, .transparentStroke, .manyColorants, .missingNumbers,
      .dividedString, .unescapedName:
      false
    }
  }
}
