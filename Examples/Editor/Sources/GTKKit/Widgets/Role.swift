import CGTK

/// The role of a widget for assistive technology.
public enum Role: Sendable {
  /// Something of no meaning of its own.
  case generic
  /// A picture.
  case image
  /// Something that is pressed.
  case button
  /// Something that is chosen among others.
  case radio
  /// A number that is set by dragging.
  case slider
  /// A group of widgets.
  case group
  /// A list whose items can be chosen.
  case list
  /// An item of a list.
  case listItem
  /// Cells in rows and columns.
  case grid
  /// A cell of a grid.
  case gridCell
  /// A document.
  case document

  var gtk: GtkAccessibleRole {
    switch self {
    case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .radio: GTK_ACCESSIBLE_ROLE_RADIO
    case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .list: GTK_ACCESSIBLE_ROLE_LIST_BOX
    case .listItem: GTK_ACCESSIBLE_ROLE_OPTION
    case .grid: GTK_ACCESSIBLE_ROLE_GRID
    case .gridCell: GTK_ACCESSIBLE_ROLE_GRID_CELL
    case .document: GTK_ACCESSIBLE_ROLE_DOCUMENT
    }
  }
}
