import Postil

extension LaterChanges {
  /// The kinds of change, for people; `nil` if there was none.
  var words: String? {
    kinds.isEmpty ? nil : Kind.allCases.filter(kinds.contains).map(\.words).joined(separator: ", ")
  }

  /// The same, with the fields that were filled in, and what is known of changes that could not be told apart.
  var detailedWords: String? {
    guard !kinds.isEmpty else { return nil }
    func list(_ items: [String], _ separator: String) -> String {
      items.isEmpty ? "" : " (\(items.joined(separator: separator)))"
    }
    return Kind.allCases.filter(kinds.contains).map { kind in
      switch kind {
      case .formValues: kind.words + list(fields, ", ")
      case .formFields where !kinds.contains(.other), .other: kind.words + list(remarks, "; ")
      default: kind.words
      }
    }.joined(separator: ", ")
  }
}

extension LaterChanges.Kind {
  var words: String {
    switch self {
    case .information: "title or metadata"
    case .validationData: "proofs of validity"
    case .signatures: "signatures"
    case .formValues: "form values"
    case .formFields: "form fields"
    case .annotations: "annotations"
    case .pages: "pages"
    case .other: "something else"
    }
  }
}
