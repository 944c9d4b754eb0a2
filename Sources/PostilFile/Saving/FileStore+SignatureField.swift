import PostilModel

extension FileStore {
  /// The field that a signature is to be in, and a state that has it: a new one is added as edits add fields.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the name of a new field is taken or has dots, `.pageOutOfRange`, `.damaged`.
  func field(
    for place: SignatureRequest.Place, in state: DocumentState
  ) throws -> (name: String, state: DocumentState) {
    guard case .new(let wanted, let page, let rect) = place else {
      guard case .field(let name) = place else { return ("", state) }
      return (name, state)
    }
    guard state.index(of: page) != nil else { throw state.noSuchPage(page) }
    guard wanted.map({ !$0.isEmpty && !$0.contains(".") }) ?? true else {
      throw PDFError(.invalidArgument, "The name of a field is not empty and has no dots.")
    }
    let taken = FieldNames(try form(in: state)?.fields.map(\.name) ?? [])
    if let wanted, let conflict = taken.conflict(of: wanted) { throw conflict }
    let name =
      wanted ?? (1...).lazy.map { "Signature\($0)" }.first { taken.conflict(of: $0) == nil } ?? "Signature"
    var state = state
    let field = NewFormField(.signature, named: name, on: page, in: rect)
    for (page, annotation) in try field.annotations({ try attributes(of: state.page($0)).rotation }) {
      var annotation = annotation
      annotation.flags.insert(.locked)
      try state.apply(Edit(.addAnnotations([.init(annotation)], page: page))) { source in
        AnnotationList(try annotationsToEdit(of: source).list)
      }
    }
    return (name, state)
  }
}
