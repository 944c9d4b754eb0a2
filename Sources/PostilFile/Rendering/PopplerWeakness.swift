/// Something in a page that poppler is known to draw wrong, and PDFium right. Told by the objects of the file, before anything is
/// drawn.
///
/// A new one gets a case here, and in ``PopplerWeaknessCheck`` what tells it.
package enum PopplerWeakness: String, Sendable, Hashable, CaseIterable {
  /// An image with components of 16 bits.
  case deepImage
  /// A transparency group whose elements knock each other out (ISO 32000-2, 11.4.6.1).
  case knockoutGroup
  /// An image compressed by JBIG2.
  case jbig2Image
}
