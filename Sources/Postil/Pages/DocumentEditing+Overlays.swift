import Foundation
public import PostilModel

/// Pages that are painted on others.
extension EditTransaction {
  /// Paints a page on pages, upright as they are shown: it becomes a part of their content.
  ///
  /// ```swift
  /// let letterhead = try await PDFDocument.open(url)
  /// try await document.addOverlay(PageOverlay(letterhead.pageIDs[0], of: letterhead, isUnderlay: true), to: document.pageIDs)
  /// ```
  ///
  /// The page is painted as it is at this moment, with its annotations and without form fields that are signatures, as a form
  /// XObject (ISO 32000-2, 8.10) which all pages of a save share. Pages that paint their own background cover an underlay.
  ///
  /// - Parameters:
  ///   - overlay: What is painted.
  ///   - pages: The pages to paint on.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidGeometry` if the page covers no area, `.invalidArgument` for an
  ///   opacity outside 0…1, `.notPermitted` also if the author of the painted page does not allow copying, `.damaged` or `.editConflict`;
  ///   then no page is changed.
  /// - Complexity: O(pages that are painted on, and size of what is painted).
  public func addOverlay(_ overlay: PageOverlay, to pages: some Sequence<PageID>) throws(PDFError) {
    let pages = Array(pages)
    try PDFError.only { try paint(try overlay.painted(in: overlay.document.state), on: pages) }
  }
}

extension DocumentEditing {
  /// Paints what was made ready. Documents make it ready before they begin the edit, since it takes long.
  fileprivate func paint(
    _ painted: PageOverlay.Painted, on pages: [PageID], _ checkCancellation: () throws -> Void = {}
  ) throws {
    let overlay = painted.overlay
    try edit(overlay.editName) { edit in
      // Applied together, so that the document that all of them show is read once.
      var edits: [Edit] = []
      for id in pages {
        let page = try edit.page(id)
        let stamp = Annotation(
          .stamp(
            .page(of: painted.data), in: overlay.frame(of: painted.page, on: page), rotation: page.rotation),
          style: AnnotationStyle(opacity: overlay.opacity))
        edits += [
          .addAnnotation(stamp, page: id),
          .flattenAnnotations([stamp.id], page: id, asUnderlay: overlay.isUnderlay),
        ]
      }
      try edit.apply(edits, named: nil)
      try checkCancellation()
    }
  }
}

extension PDFDocument {
  /// Paints a page on pages, as one step of undo, on a thread of its own: see ``EditTransaction/addOverlay(_:to:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/addOverlay(_:to:)``; `CancellationError` if the task was canceled before anything was
  ///   painted.
  public func addOverlay(_ overlay: PageOverlay, to pages: some Sequence<PageID>) async throws {
    let (pages, state) = (Array(pages), overlay.document.state)
    try await cancellable(on: Self.opening) { monitor in
      try self.paint(try overlay.painted(in: state), on: pages, monitor.checkCancellation)
    }
  }

  /// Paints a page on pages; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/addOverlay(_:to:)``.
  public func addOverlayAndWait(_ overlay: PageOverlay, to pages: some Sequence<PageID>) throws(PDFError) {
    let pages = Array(pages)
    try PDFError.only { try paint(try overlay.painted(in: overlay.document.state), on: pages) }
  }
}

extension PageOverlay {
  /// The page that is painted, as it is in a state, and a document of it alone.
  fileprivate struct Painted {
    let overlay: PageOverlay
    let page: PDFPage
    let data: Data
  }

  fileprivate func painted(in state: DocumentState) throws -> Painted {
    guard (0...1).contains(opacity) else {
      throw PDFError(.invalidArgument, "The opacity of an overlay is from 0 to 1, not \(opacity).")
    }
    let data = try document.flattenedPages([self.page], in: state).dataRepresentationAndWait()
    return Painted(overlay: self, page: try document.page(self.page, in: state), data: data)
  }

  /// What a menu calls it.
  fileprivate var editName: String { isUnderlay ? "Add Underlay" : "Add Overlay" }

  /// Where a page is painted on another, in page space of that.
  fileprivate func frame(of shown: PDFPage, on page: PDFPage) -> PageRect {
    let box = page.bounds(for: .cropBox)
    switch placement {
    case .fit: return box
    case .rect(let rect): return rect
    case .actualSize:
      // Upright on a page that is turned sideways, its width lies along the page's height.
      let isSideways = page.rotation.isSideways
      let (width, height) = isSideways ? (shown.height, shown.width) : (shown.width, shown.height)
      // Units of page space are larger than points on very large pages.
      let (unit, own) = (page.userUnit, shown.userUnit)
      return PageRect(
        x: box.center.x - width * own / unit / 2, y: box.center.y - height * own / unit / 2,
        width: width * own / unit, height: height * own / unit)
    }
  }
}

extension PDFDocument {
  /// Pages of a state as a document of their own, with annotations and filled in form fields as a part of their content.
  ///
  /// - Throws: ``PDFError``, as ``extractPages(_:)``.
  func flattenedPages(_ pages: [PageID], in state: DocumentState) throws(PDFError) -> PDFDocument {
    try requirePermission(.copying)
    var result = try extracted(pages, in: state)
    return try PDFError.only {
      // Fields come along when pages are saved.
      if try form != nil { result = try PDFDocument(data: result.dataRepresentationAndWait()) }
      if try result.form.map({ $0.xfa != .dynamic }) ?? false { try result.flattenFormAndWait() }
      try result.edit("Flatten") { edit in
        for id in result.pageIDs {
          let marks = try edit.page(id).annotations.filter { $0.subtype != "Widget" }
          try edit.unlock(marks.filter(\.isLocked).map(\.id), on: id)
          try edit.flatten(marks.map(\.id), on: id)
        }
      }
      return result
    }
  }
}
