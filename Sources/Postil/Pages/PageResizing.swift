/// How the content of pages comes to be on pages of another size.
public struct PageResizing: Sendable, Hashable {
  /// How large it is.
  public enum Scaling: String, Sendable, Hashable, CaseIterable, Codable {
    /// As large as the page allows, all of it shown.
    case fit
    /// As large as it takes to cover the page; what reaches beyond is hidden.
    case fill
    /// As large as it is; what reaches beyond the page is hidden.
    case none
  }

  /// Where it stands, as the page is shown.
  public enum Alignment: String, Sendable, Hashable, CaseIterable, Codable {
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// How large the content is.
  public var scaling: Scaling
  /// Where it stands where it does not cover the page, or reaches beyond it.
  public var alignment: Alignment
  /// Whether the size is turned to lie like each page as it is shown: upright for pages that are upright, on its side for others.
  /// Otherwise all pages are shown in the size as it is given.
  public var keepsOrientation: Bool

  /// Says how: all of it, in the middle, upright pages staying upright, unless told otherwise.
  public init(_ scaling: Scaling = .fit, alignment: Alignment = .center, keepsOrientation: Bool = true) {
    (self.scaling, self.alignment, self.keepsOrientation) = (scaling, alignment, keepsOrientation)
  }
}
