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
  /// A page of a document.
  case page
  /// A heading.
  case heading
  /// A paragraph.
  case paragraph
  /// A quotation.
  case quote
  /// What is below a figure.
  case caption
  /// A note of a text.
  case note
  /// What somebody said of something.
  case comment
  /// A list that is read.
  case textList
  /// An item of a list that is read.
  case textListItem
  /// A table.
  case table
  /// A row of a table.
  case row
  /// A cell of a table.
  case cell
  /// A cell that names a column.
  case columnHeader
  /// A cell that names a row.
  case rowHeader
  /// A formula.
  case formula
  /// A link.
  case link
  /// A box to check.
  case checkBox
  /// A field for text.
  case textBox
  /// A field for one of several options.
  case comboBox

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
    case .page: GTK_ACCESSIBLE_ROLE_GROUP
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .paragraph: cgtk_role_of_paragraphs()
    case .quote: cgtk_role_of_quotes()
    case .caption: GTK_ACCESSIBLE_ROLE_CAPTION
    case .note: GTK_ACCESSIBLE_ROLE_NOTE
    case .comment: cgtk_role_of_comments()
    case .textList: GTK_ACCESSIBLE_ROLE_LIST
    case .textListItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .table: GTK_ACCESSIBLE_ROLE_TABLE
    case .row: GTK_ACCESSIBLE_ROLE_ROW
    case .cell: GTK_ACCESSIBLE_ROLE_CELL
    case .columnHeader: GTK_ACCESSIBLE_ROLE_COLUMN_HEADER
    case .rowHeader: GTK_ACCESSIBLE_ROLE_ROW_HEADER
    case .formula: GTK_ACCESSIBLE_ROLE_MATH
    case .link: GTK_ACCESSIBLE_ROLE_LINK
    case .checkBox: GTK_ACCESSIBLE_ROLE_CHECKBOX
    case .textBox: GTK_ACCESSIBLE_ROLE_TEXT_BOX
    case .comboBox: GTK_ACCESSIBLE_ROLE_COMBO_BOX
    }
  }
}
