extension PDFValue {
  /// Looks at this value and at all in it, the outer ones first.
  package func visit(_ body: (PDFValue) -> Void) {
    body(self)
    switch self {
    case .array(let values): for value in values { value.visit(body) }
    case .dictionary(let entries), .stream(let entries, _): for value in entries.values { value.visit(body) }
    default: break
    }
  }

  /// The value with others for the pages, annotations and objects that it names.
  package func mapNames<Failure: Error>(
    _ transform: (PDFValue) throws(Failure) -> PDFValue
  ) throws(Failure) -> PDFValue {
    func map(_ entries: [String: PDFValue]) throws(Failure) -> [String: PDFValue] {
      var result: [String: PDFValue] = [:]
      for (key, value) in entries { result[key] = try value.mapNames(transform) }
      return result
    }
    switch self {
    case .page, .annotation, .reference: return try transform(self)
    case .array(let values):
      var result: [PDFValue] = []
      for value in values { result.append(try value.mapNames(transform)) }
      return .array(result)
    case .dictionary(let entries): return .dictionary(try map(entries))
    case .stream(let entries, let data): return .stream(try map(entries), data)
    default: return self
    }
  }
}
