/// Names in English, for translation.
extension ComparedChange.Kind {
  /// What became of something, such as "Added".
  public var title: String {
    switch self {
    case .added: "Added"
    case .removed: "Removed"
    case .changed: "Changed"
    }
  }
}

extension DocumentComparison.Page.Kind {
  /// How a page is not as it was, such as "Turned".
  public var title: String {
    switch self {
    case .added: "Added"
    case .removed: "Removed"
    case .moved: "Moved"
    case .rotated: "Turned"
    case .resized: "Another size"
    case .content: "Another content"
    case .text: "Other words, looks the same"
    case .behavior: "Shown with another effect"
    }
  }
}

extension DocumentComparison.AnnotationDifference.Aspect {
  /// What of an annotation is different, such as "Text".
  public var title: String {
    switch self {
    case .position: "Place"
    case .content: "Shape"
    case .style: "Style"
    case .text: "Text"
    case .author: "Author"
    case .flags: "Protection"
    case .metadata: "Hidden data"
    case .actions: "Action"
    case .page: "Page"
    }
  }
}

extension DocumentComparison.Part {
  /// The part of the document, such as "Outline".
  public var title: String {
    switch self {
    case .information: "Title, author and the like"
    case .outline: "Outline"
    case .pageLabels: "Page labels"
    case .settings: "Settings for showing it"
    case .namedDestinations: "Named destinations"
    case .attachments: "Attachments"
    case .layers: "Layers"
    case .actions: "Scripts and actions"
    case .alternateTexts: "Alternative texts"
    }
  }
}

extension DocumentComparison.Field.Aspect {
  /// What of a form field is different, such as "Choices".
  public var title: String {
    switch self {
    case .value: "Value"
    case .kind: "Kind of field"
    case .options: "Choices"
    case .rules: "What may be filled in"
    case .defaultValue: "Value when reset"
    case .names: "Label"
    case .scripts: "Script"
    }
  }
}

extension LaterChanges.Kind {
  /// What a save changed, such as "Annotations".
  public var title: String {
    switch self {
    case .information: "Title, author and the like"
    case .validationData: "Proofs of signatures"
    case .signatures: "Signatures"
    case .formValues: "Form filled in"
    case .formFields: "Form fields"
    case .annotations: "Annotations"
    case .pages: "Pages"
    case .other: "Something else"
    }
  }
}

extension ComparedChange {
  /// What it is, in English: the kind of the annotation, the name of the field, or the part.
  public var title: String {
    switch subject {
    case .page: "Page"
    case .annotation(let kind, _): kind.title
    case .field(let name, _): name
    case .part(let part): part.title
    }
  }

  /// In what way it is not as it was, in English, each a text of its own.
  public var details: [String] {
    switch subject {
    case .page(let kinds):
      DocumentComparison.Page.Kind.allCases.filter { kinds.contains($0) && $0 != .added && $0 != .removed }
        .map(\.title)
    case .annotation(_, let aspects):
      DocumentComparison.AnnotationDifference.Aspect.allCases.filter(aspects.contains).map(\.title)
    case .field(_, let aspects):
      DocumentComparison.Field.Aspect.allCases.filter { aspects.contains($0) && $0 != .value }.map(\.title)
    case .part: []
    }
  }

  /// All names that can occur beside those of kinds of annotations, for translation and its tests.
  public static let titles: [String] = Set(
    Kind.allCases.map(\.title) + ["Page"] + DocumentComparison.Page.Kind.allCases.map(\.title)
      + DocumentComparison.AnnotationDifference.Aspect.allCases.map(\.title)
      + DocumentComparison.Field.Aspect.allCases.map(\.title)
      + DocumentComparison.Part.allCases.map(\.title) + LaterChanges.Kind.allCases.map(\.title)
  ).sorted()
}
