/// Something below a widget that assistive technology is told of, and that is no widget itself.
public struct AccessibleItem {
  /// What it is.
  public var role: Role
  /// What it is called; empty if its text says that.
  public var name = ""
  /// What else is to be said of it.
  public var detail = ""
  /// What it says; `nil` if it has no text.
  public var text: AccessibleText?
  /// Where it is in the widget, in parts of its width and height.
  public var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The level of a heading, from 1.
  public var level = 0
  /// Whether it is checked; `nil` if there is nothing to check.
  public var isChecked: Bool?
  /// Whether it cannot be changed.
  public var isReadOnly = false
  /// Whether it has to be filled in.
  public var isRequired = false
  /// Whether it has to be filled in and is not.
  public var isMissing = false
  /// Whether it takes several lines.
  public var isMultiline = false
  /// What is in it, in order.
  public var children: [AccessibleItem] = []

  /// Makes an item.
  public init(_ role: Role) { self.role = role }
}

/// A text with the places of its letters.
public struct AccessibleText {
  /// What it says.
  public var string: String
  /// Left, top, right and bottom of each Unicode scalar, in parts of a widget's width and height; empty if they are not known.
  public var boxes: [Float]

  /// Makes a text.
  public init(_ string: String, boxes: [Float] = []) { (self.string, self.boxes) = (string, boxes) }
}
