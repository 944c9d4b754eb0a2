/// A part of a document that belongs to no page, with its value; `nil` is "as in the file".
package enum DocumentPart: Sendable, Hashable {
  case information(DocumentInformation?)
  case outline(Outline?)
  case pageLabels(PageLabels?)
  case settings(DocumentSettings?)
  case attachments([DocumentAttachment]?)
  case destinations([NamedDestination]?)
  case removedFields([String]?)
  case layers(LayerVisibility?)

  /// What a menu calls a change of it after "Undo".
  package var name: String {
    switch self {
    case .information: "Change Information"
    case .outline: "Change Outline"
    case .pageLabels: "Change Page Labels"
    case .settings: "Change Settings"
    case .attachments: "Change Attachments"
    case .destinations: "Change Destinations"
    case .removedFields: "Delete Form Field"
    case .layers: "Change Layers"
    }
  }

  /// What changes with it.
  package var change: DocumentChange.Kind {
    switch self {
    case .information: .information
    case .outline: .outline
    case .pageLabels: .pageLabels
    case .settings: .settings
    case .attachments: .attachments
    case .destinations: .destinations
    case .removedFields: .formValues
    case .layers: .layers
    }
  }

  /// The memory that its value takes, estimated.
  package var byteCount: Int {
    switch self {
    case .information, .settings: 1024
    case .outline(let outline): outline?.byteCount ?? 0
    case .pageLabels(let labels): labels?.byteCount ?? 0
    case .attachments(let attachments): 64 + 512 * (attachments?.count ?? 0)
    case .destinations(let destinations): destinations?.reduce(64) { $0 + 96 + $1.name.utf8.count } ?? 0
    case .removedFields(let names): names?.reduce(32) { $0 + 32 + $1.utf8.count } ?? 0
    case .layers(let layers): 32 + 24 * (layers?.states.count ?? 0)
    }
  }

  /// The part with a value that a document can have.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  func validated() throws(PDFError) -> DocumentPart {
    switch self {
    case .outline(let outline?): .outline(try outline.validated())
    case .settings(let settings?): .settings(try settings.validated())
    case .attachments(let attachments?): .attachments(try DocumentAttachment.validated(attachments))
    case .destinations(let destinations?): .destinations(try NamedDestination.validated(destinations))
    case .removedFields(let names?): .removedFields(names.isEmpty ? nil : Set(names).sorted())
    default: self
    }
  }

  /// The targets in it that may lead to pages.
  package var targets: [LinkTarget] {
    switch self {
    case .outline(let outline?): outline.flattened.compactMap(\.item.target)
    case .settings(let settings?): settings.openTarget.map { [$0] } ?? []
    case .destinations(let destinations?): destinations.map { .place($0.destination) }
    default: []
    }
  }
}

extension NamedDestination {
  /// The destinations, by their names.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if two have one name, or a name or a place is none.
  fileprivate static func validated(_ all: [NamedDestination]) throws(PDFError) -> [NamedDestination] {
    guard Set(all.map(\.name)).count == all.count,
      all.allSatisfy({ !$0.name.isEmpty && LinkTarget.place($0.destination).isUsable })
    else {
      throw PDFError(
        .invalidArgument, "Named places need names of their own, not empty, and usable coordinates.")
    }
    return all.sorted { $0.name < $1.name }
  }
}
