import PostilFile
public import PostilModel

extension PDFDocument {
  /// Whether subsets of fonts are to be listed in it: it says that it keeps PDF/A-1.
  package var listsGlyphs: Bool { store.withLock { $0.listsGlyphs } }

  /// What the document says that it keeps of PDF/A (ISO 19005) and PDF/UA (ISO 14289), and where it does not, as far as Postil checks it.
  /// Asked before a save, it tells what the save will break; afterwards ``SaveReport/warnings`` of the save say so too.
  ///
  /// ```swift
  /// for finding in try await document.conformity(.unsavedEdits).findings { print(finding) }
  /// ```
  ///
  /// No findings do not mean that the document conforms: ``ConformityReport/checked`` lists the rules that were checked.
  ///
  /// - Parameters:
  ///   - scope: What is checked.
  /// - Throws: ``PDFError`` with code `.damaged`, `.unsupported`, or as ``dataRepresentation(_:)`` if there are unsaved edits;
  ///   `CancellationError`.
  /// - Complexity: O(objects of the document, and bytes of what its pages show), on a thread of its own; of unsaved edits O(what a save
  ///   would write).
  public func conformity(_ scope: ConformityScope = .document) async throws -> ConformityReport {
    let state = state
    return try await cancellable(on: Self.opening) { monitor in
      try self.conformity(scope, of: state) { try monitor.checkCancellation() }
    }
  }

  /// The same as ``conformity(_:)``, and blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``conformity(_:)``.
  public func conformityAndWait(_ scope: ConformityScope = .document) throws(PDFError) -> ConformityReport {
    try PDFError.only { try conformity(scope, of: state) {} }
  }

  private func conformity(
    _ scope: ConformityScope, of state: DocumentState, _ check: @escaping @Sendable () throws -> Void
  ) throws -> ConformityReport {
    switch scope {
    case .document:
      try ConformityReader(try store.withLock { try $0.conformityInput(of: state) }).report(check: check)
    case .unsavedEdits:
      try store.withLock { try $0.conformityBroken(by: state, check: check) }
    }
  }
}
