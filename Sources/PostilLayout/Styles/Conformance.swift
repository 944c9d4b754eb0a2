/// A standard that a document conforms to. What it lacks for that is an error when it is made, and nothing is written.
public enum Conformance: String, Sendable, Hashable, CaseIterable {
  /// PDF/A-3b (ISO 19005-3): for archives, with files of any kind attached.
  case pdfA3b = "PDF/A-3b"
  /// PDF/UA-1 (ISO 14289-1): for everybody, with and without eyes.
  case pdfUA1 = "PDF/UA-1"
}

extension Set<Conformance> {
  /// Their names, for messages.
  var names: String { map(\.rawValue).sorted().joined(separator: " and ") }
}
