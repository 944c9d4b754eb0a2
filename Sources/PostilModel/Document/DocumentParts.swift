/// The parts of a document that belong to no page, as far as edits changed them. A part that is `nil` is as in the
/// file. Each has a case of ``DocumentPart`` and a part of the save plan; see Documentation/Architecture/Parts.md.
package struct DocumentParts: Sendable, Hashable, Codable {
  /// Title, author and the like.
  package var information: DocumentInformation?
  /// The outline. What is shown leaves out what leads to pages that were removed.
  package var outline: Outline?
  /// The labels that pages were given. Others have that of their source.
  package var pageLabels: PageLabels?
  /// How viewers show it, and its language.
  package var settings: DocumentSettings?
  /// The files that it holds, by their names.
  package var attachments: [DocumentAttachment]?
  /// Places under names.
  package var destinations: [NamedDestination]?
  /// The full names of the form fields that were removed although no page shows them, in order.
  package var removedFields: [String]?
  /// The layers that are shown or hidden when the document is opened, where that is not as in the file.
  package var layers: LayerVisibility?
  /// The form fields that were filled in, by full name; others are as in the file.
  package var formValues: [String: FilledField] = [:]
  /// What was set in the catalog and in objects by number.
  package var objects = ObjectEdits()

  package init() {}

  /// Gives a part another value, and returns it with its old one.
  mutating func exchange(_ part: DocumentPart) -> DocumentPart {
    func swap<Value>(_ path: WritableKeyPath<DocumentParts, Value>, _ value: Value) -> Value {
      defer { self[keyPath: path] = value }
      return self[keyPath: path]
    }
    return switch part {
    case .information(let value): .information(swap(\.information, value))
    case .outline(let value): .outline(swap(\.outline, value))
    case .pageLabels(let value): .pageLabels(swap(\.pageLabels, value))
    case .settings(let value): .settings(swap(\.settings, value))
    case .attachments(let value): .attachments(swap(\.attachments, value))
    case .destinations(let value): .destinations(swap(\.destinations, value))
    case .removedFields(let value): .removedFields(swap(\.removedFields, value))
    case .layers(let value): .layers(swap(\.layers, value))
    }
  }

  /// Whether a part has the same value in both.
  package func hasSame(_ part: DocumentPart, as other: DocumentParts) -> Bool {
    switch part {
    case .information: information == other.information
    case .outline: outline == other.outline
    case .pageLabels: pageLabels == other.pageLabels
    case .settings: settings == other.settings
    case .attachments: attachments == other.attachments
    case .destinations: destinations == other.destinations
    case .removedFields: removedFields == other.removedFields
    case .layers: layers == other.layers
    }
  }
}
