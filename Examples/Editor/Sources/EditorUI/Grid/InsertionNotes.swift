import GTKKit
import PostilViewer

/// What did not come along with inserted pages, and what has another name now, in words.
struct InsertionNotes {
  /// Things left behind, one line for each kind.
  private let leftBehind: [String]
  private let renamed: [String]

  init(_ inserted: [InsertedPages]) {
    leftBehind = inserted.flatMap(\.leftBehind).map { left in
      let names = left.names.isEmpty ? "" : " (\(left.names.joined(separator: ", ")))"
      return Self.text(left.kind, left.count) + names
    }
    renamed = inserted.flatMap(\.renamed).map { tr("“%1” is called “%2” here", $0.old, $0.new) }
  }

  var isEmpty: Bool { leftBehind.isEmpty && renamed.isEmpty }

  /// What happened, in a sentence.
  var summary: String {
    leftBehind.isEmpty
      ? tr("Some things on the pages have other names here") : tr("Not everything came along with the pages")
  }

  /// Each thing in a line of its own.
  var detail: String {
    let left = leftBehind.isEmpty ? [] : [tr("Left in the other document:")] + leftBehind
    let other = renamed.prefix(Self.mostRenamed)
    let more = renamed.count - other.count
    return (left + other + (more > 0 ? [trn("and %1 more name", "and %1 more names", more)] : []))
      .joined(separator: "\n")
  }

  /// How many new names are listed.
  private static let mostRenamed = 20

  private static func text(_ kind: LeftBehind.Kind, _ count: Int) -> String {
    switch kind {
    case .links: trn("%1 link to another page", "%1 links to other pages", count)
    case .outlineItems: trn("%1 entry of the outline", "%1 entries of the outline", count)
    case .destinations: trn("%1 named place", "%1 named places", count)
    case .attachments: trn("%1 attachment", "%1 attachments", count)
    case .signatures:
      trn("%1 signature, which is of the other file", "%1 signatures, which are of the other file", count)
    case .scripts: trn("%1 script", "%1 scripts", count)
    case .xfa: trn("%1 XFA form", "%1 XFA forms", count)
    case .calculationOrder: trn("%1 order of calculations", "%1 orders of calculations", count)
    case .outputIntents: trn("%1 printing condition", "%1 printing conditions", count)
    case .articles: trn("%1 article thread", "%1 article threads", count)
    case .layerSettings: trn("%1 list of layers", "%1 lists of layers", count)
    case .portfolio: trn("%1 portfolio", "%1 portfolios", count)
    case .tags: trn("%1 page’s tags", "%1 pages’ tags", count)
    }
  }
}
