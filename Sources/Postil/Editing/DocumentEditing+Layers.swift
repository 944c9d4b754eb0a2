public import PostilModel

/// Layers (optional content, ISO 32000-2, 8.11).
extension DocumentEditing {
  /// The layers of the document with the states that they have when it is opened on a screen, as edits left them, in the order in which
  /// readers list them, headings among them; those that they do not list come last. None of most documents.
  ///
  /// Layers of pages that came from other documents are among them once the document is saved.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(layers).
  public var layers: [DocumentLayer] {
    get throws(PDFError) {
      let pages = pages
      return try PDFError.only { try pages.document.store.withLock { try $0.layers(in: pages.state) } }
    }
  }

  /// Shows and hides layers when the document is opened from now on: its default configuration. Layers that are not named are as in the
  /// file as it was opened. What a viewer switches for itself, without changing the document, is ``PageLook/layers``.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the document has no such layer.
  public func setLayers(_ layers: LayerVisibility) throws(PDFError) { try apply(.setLayers(layers)) }

  /// Shows or hides a layer when the document is opened from now on. One that is shown hides the others of its exclusive groups.
  ///
  /// A layer that readers do not let people switch (``DocumentLayer/isLocked``) is no exception: this changes what the document says.
  ///
  /// - Throws: ``PDFError``, as ``setLayers(_:)``, or with code `.editConflict`.
  public func setLayer(_ id: LayerID, isShown: Bool) throws(PDFError) {
    try PDFError.only {
      try edit(isShown ? "Show Layer" : "Hide Layer") { edit in
        let pages = edit.pages
        var states = pages.givenLayers
        states.set(id, isShown: isShown, among: try edit.layers)
        try edit.setLayers(states)
      }
    }
  }
}

extension PDFDocument.Pages {
  /// The states that edits gave to layers, where they are not as in the file as it was opened.
  package var givenLayers: LayerVisibility { state.parts.layers ?? LayerVisibility() }
}
