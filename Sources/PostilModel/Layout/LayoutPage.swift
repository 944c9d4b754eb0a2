/// What the structure of a page is told by: its lines, and what is beside them. It takes a small part of the memory of the ``PageLayout``.
package struct LayoutPage: Sendable {
  let id: PageID
  let lines: [LayoutLine]
  let tables: [PageLayout.Table]
  let pictures: [PageRect]
  let drawings: [PageRect]
  let view: PageTransform
  let links: [PageLayout.Link]

  /// - Complexity: O(*n*) in what the page shows.
  package init(_ id: PageID, _ layout: PageLayout) {
    self.id = id
    lines = LayoutLine.lines(of: layout)
    (tables, pictures, drawings) = (layout.tables, layout.pictures, layout.drawings)
    (view, links) = (layout.view, layout.links)
  }
}
