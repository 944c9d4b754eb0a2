import PostilModel

/// The fields that edits added to a document, saved since or not: what their annotations say (``AnnotationDictionary/fieldName``).
struct AddedFields {
  /// A place where a field is shown.
  struct Widget {
    let page: PageID
    let annotation: Annotation
    let dictionary: AnnotationDictionary

    /// What the field has as its value when the button is checked; `nil` of a field that is no button.
    var value: String? {
      dictionary.entries["FT"] == .name("Btn") ? dictionary.buttonValue : nil
    }
  }

  /// A field, and where it is shown, in the order of the pages and of the annotations on each.
  struct Field {
    let name: String
    fileprivate(set) var widgets: [Widget]
  }

  /// In the order in which they are found.
  private(set) var fields: [Field] = []
  private var places: [String: Int] = [:]

  /// - Parameter page: The only page to look at, which need not have a place in the state; `nil` is all of them.
  /// - Complexity: O(annotations of the pages that have such fields).
  init(in state: DocumentState, on page: PageID? = nil) {
    let pages = state.changedPages.keys.compactMap { page in state.index(of: page).map { (page, $0) } }
    let ordered = page.map { [$0] } ?? pages.sorted { $0.1 < $1.1 }.map(\.0)
    for page in ordered { add(page, state.page(page)) }
  }

  private mutating func add(_ page: PageID, _ state: PageState) {
    guard let list = state.annotations, !list.addedFields.isEmpty else { return }
    for annotation in list.items {
      guard let dictionary = annotation.dictionary, let name = dictionary.fieldName else { continue }
      let widget = Widget(page: page, annotation: annotation, dictionary: dictionary)
      if let known = places[name] {
        fields[known].widgets.append(widget)
      } else {
        places[name] = fields.count
        fields.append(Field(name: name, widgets: [widget]))
      }
    }
  }

  subscript(name: String) -> Field? { places[name].map { fields[$0] } }

  /// The names of the fields on top: the first parts of all names.
  var rootNames: Set<String> {
    Set(fields.compactMap { $0.name.split(separator: ".").first.map(String.init) })
  }
}

extension AddedFields.Field {
  /// The field with the value that it was added with, and without its widgets.
  var formField: FormField {
    guard let first = widgets.first?.dictionary else {
      return FormField(name: name, kind: .unknown, value: .text(""))
    }
    let objects = ImportedObjects()
    let entries = objects.writer.dictionary(first.entries)
    var field = FormFieldReader(objects: objects).field(
      FormTree.Field(name: name, objects: [], entries: entries, widgets: []))
    guard field.kind.isButton else { return field }
    let values = widgets.map(\.dictionary.buttonValue)
    func value(_ key: String) -> FormValue {
      guard let name = first.entries[key]?.text, values.contains(name) else { return .checked(false) }
      return field.kind == .checkBox && Set(values).count == 1 ? .checked(true) : .text(name)
    }
    field.value = value("V")
    field.defaultValue = first.entries["DV"] == nil ? nil : value("DV")
    return field
  }
}

extension AnnotationDictionary {
  /// Of the button of an added field the value that it gives the field.
  var buttonValue: String { entries["Opt"]?[0]?.text ?? "Yes" }
}
