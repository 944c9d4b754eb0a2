/// A place on a page where a form field is shown.
public struct FormWidget: Sendable, Hashable {
  /// The full name of the field.
  public let name: String
  /// The page, the rectangle and, of a button, the value.
  public let place: FormField.Widget

  /// The page.
  public var page: PageID { place.page }
  /// Where it is on the page, in points.
  public var rect: PageRect { place.rect }

  /// Whether both are the same annotation of the same field, wherever it is.
  func isSame(as other: FormWidget) -> Bool {
    name == other.name && page == other.page && place.annotation == other.place.annotation
  }
}
