/// Things of one kind that did not come along with pages from another document.
public struct LeftBehind: Sendable, Hashable {
  /// What they are. More kinds may come.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Links on the pages to pages that did not come: they lead nowhere now. They are named by those pages.
    case links
    /// Items of the outline that lead to pages that did not come.
    case outlineItems
    /// Named places on pages that did not come.
    case destinations
    /// Files that the document holds: they come with all of its pages, if their bytes are there.
    case attachments
    /// Signatures of form fields, named by their fields. The picture came, the signature is of the other file.
    case signatures
    /// Scripts of the document and of its pages.
    case scripts
    /// The form as XFA, which says the same as its fields.
    case xfa
    /// Fields in the form's order of calculation (`/CO`) that are on pages that did not come, or on none.
    case calculationOrder
    /// Output intents (ISO 32000-2, 14.11.5): the colors that the document was made for.
    case outputIntents
    /// Article threads (ISO 32000-2, 12.4.3).
    case articles
    /// Settings of layers beside the usual one (`/Configs`). The layers came, shown or hidden as they were, and listed as they were.
    case layerSettings
    /// How the files of a portfolio are listed.
    case portfolio
    /// Pages whose tags did not come: copies of pages of the same file have none, and of a document that has no list of them by page
    /// (`/ParentTree`) tags come with all pages only.
    case tags

    /// What they are called, of one and of several.
    var words: (String, String) {
      switch self {
      case .links: ("link to another page", "links to other pages")
      case .outlineItems: ("outline item", "outline items")
      case .destinations: ("named place", "named places")
      case .attachments: ("attachment", "attachments")
      case .signatures: ("signature", "signatures")
      case .scripts: ("script", "scripts")
      case .xfa: ("XFA form", "XFA forms")
      case .calculationOrder: ("calculated field", "calculated fields")
      case .outputIntents: ("output intent", "output intents")
      case .articles: ("article thread", "article threads")
      case .layerSettings: ("setting of layers", "settings of layers")
      case .portfolio: ("portfolio", "portfolios")
      case .tags: ("page's tags", "pages' tags")
      }
    }
  }

  /// What they are.
  public let kind: Kind
  /// How many there are.
  public let count: Int
  /// The names of the first ten of those that have one.
  public let names: [String]

  /// How many names are told.
  package static let mostNames = 10

  package init(_ kind: Kind, count: Int, names: [String]) {
    (self.kind, self.count, self.names) = (kind, count, names)
  }
}

extension LeftBehind: CustomStringConvertible {
  /// How many, what, and the names of three: `2 attachments (costs.csv, plan.pdf)`.
  public var description: String {
    let words = kind.words
    let list =
      names.isEmpty
      ? "" : " (\(names.prefix(3).joined(separator: ", "))\(count > min(3, names.count) ? ", …" : ""))"
    return "\(count) \(count == 1 ? words.0 : words.1)\(list)"
  }
}
