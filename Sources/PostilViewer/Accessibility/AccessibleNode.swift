/// A thing on a page as assistive technology tells of it: a heading, a paragraph, a table, a link, a form field, a comment.
///
/// A node with ``ranges`` has that text. Blocks of text (``Role/isBlock``) do not share any; links and marks within a block are its children
/// and have a part of its text.
public struct AccessibleNode: Sendable, Hashable {
  /// What a node is.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// A heading, of a ``AccessibleNode/level``.
    case heading
    /// A paragraph, or a line that stands for itself.
    case paragraph
    /// A quotation that stands for itself.
    case quote
    /// Text of a program.
    case code
    /// A footnote or another note of the text.
    case note
    /// What is below a figure or a table.
    case caption
    /// What pages repeat, such as page numbers: no part of the text.
    case artifact
    /// A list.
    case list
    /// An item of a list.
    case listItem
    /// A table.
    case table
    /// A row of a table.
    case row
    /// A cell of a table.
    case cell
    /// A cell that names the columns below it.
    case columnHeader
    /// A cell that names the rows beside it.
    case rowHeader
    /// A picture or a drawing.
    case figure
    /// A formula.
    case formula
    /// A link.
    case link
    /// A box to check.
    case checkBox
    /// One of several buttons of which one is selected.
    case radioButton
    /// A button that does something.
    case button
    /// A field for text.
    case textField
    /// A field for one of several options.
    case comboBox
    /// A list of options.
    case listBox
    /// A place for a signature.
    case signature
    /// A comment: text that is marked, a note, a drawing.
    case comment

    /// Whether its text stands for itself, and is not a part of the text around it.
    public var isBlock: Bool {
      switch self {
      case .link, .comment: false
      default: true
      }
    }

    /// Whether it is a form field.
    public var isField: Bool {
      switch self {
      case .checkBox, .radioButton, .button, .textField, .comboBox, .listBox, .signature: true
      default: false
      }
    }
  }

  /// What a form field is at the moment.
  public struct State: OptionSet, Sendable, Hashable {
    /// A bit for each of them.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It is checked or selected.
    public static let checked = State(rawValue: 1 << 0)
    /// It cannot be changed.
    public static let readOnly = State(rawValue: 1 << 1)
    /// It has to be filled in.
    public static let required = State(rawValue: 1 << 2)
    /// It has to be filled in, and is not.
    public static let missing = State(rawValue: 1 << 3)
    /// It takes several lines of text.
    public static let multiline = State(rawValue: 1 << 4)
    /// What is typed is not to be seen.
    public static let password = State(rawValue: 1 << 5)
    /// Several options may be chosen.
    public static let multipleChoice = State(rawValue: 1 << 6)
  }

  /// What it is.
  public var role: Role
  /// What it is called, where that is not its text: the description of a figure, the label of a field, the words of a comment, the address of
  /// a link without text. Empty if there is nothing.
  public var name: String
  /// What else is to be said of it: the author of a comment, the title of an element. Empty if there is nothing.
  public var detail: String
  /// The value of a field, as text; `nil` for others, and for passwords.
  public var value: String?
  /// The options of a combo box or a list box.
  public var options: [String]
  /// Where its text is in that of the page, in Unicode scalars, in the order in which it is read; they do not overlap.
  public var ranges: [Range<Int>]
  /// The smallest rectangle around it, in page space; `nil` if it shows nothing.
  public var bounds: PageRect?
  /// The level of a heading, from 1; of other nodes 0.
  public var level: Int
  /// What a field is at the moment.
  public var state: State
  /// Where a link leads; `nil` for others.
  public var target: LinkTarget?
  /// The annotation that it is; `nil` for what is in the content of the page.
  public var annotation: AnnotationID?
  /// The kind of the annotation; `nil` for what is in the content of the page.
  public var kind: AnnotationContent.Kind?
  /// The language of it, as of RFC 5646; `nil`: that of what is around it.
  public var language: String?
  /// What is in it, in reading order.
  public var children: [AccessibleNode]

  /// Makes a node.
  public init(_ role: Role, _ name: String = "", ranges: [Range<Int>] = [], bounds: PageRect? = nil) {
    (self.role, self.name, self.ranges, self.bounds) = (role, name, ranges, bounds)
    (detail, options, level, state, children) = ("", [], 0, [], [])
  }

  /// Goes through it and all nodes in it, each before what is in it.
  ///
  /// - Parameter body: Called with each node and how deep it lies, from 0.
  public func forEach(_ body: (AccessibleNode, Int) throws -> Void) rethrows { try forEach(0, body) }

  private func forEach(_ depth: Int, _ body: (AccessibleNode, Int) throws -> Void) rethrows {
    try body(self, depth)
    for child in children { try child.forEach(depth + 1, body) }
  }
}
