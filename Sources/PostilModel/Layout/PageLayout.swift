/// What a page shows, and where: of which its structure can be told without tags.
package struct PageLayout: Sendable {
  /// The text of the page's content.
  package var text: PageText
  /// The tables, from the top.
  package var tables: [Table]
  /// Where pictures are painted, in page space.
  package var pictures: [PageRect]
  /// Where drawings are, with their labels, in page space.
  package var drawings: [PageRect]
  /// Where small shapes are drawn that may be the bullets of lists, in page space.
  package var marks: [PageRect]
  /// The page as it is seen, at a scale of 1.
  package var view: PageTransform
  /// Its links, from the front to the back.
  package var links: [Link] = []

  /// A table by what is drawn.
  package struct Table: Sendable {
    package var cells: [PageTable.Cell]
    /// Whether lines are drawn around it or between its cells.
    package var isRuled: Bool

    package init(_ cells: [PageTable.Cell], isRuled: Bool = false) {
      (self.cells, self.isRuled) = (cells, isRuled)
    }

    func table(on page: PageID) -> PageTable { PageTable(cells, on: page, isRuled: isRuled) }
  }

  /// An area that leads somewhere.
  package struct Link: Sendable {
    package var id: AnnotationID
    package var rect: PageRect
    /// The web address; `nil` for a place in the document.
    package var url: String?

    package init(_ id: AnnotationID, rect: PageRect, url: String? = nil) {
      (self.id, self.rect, self.url) = (id, rect, url)
    }
  }

  package init(
    _ text: PageText, tables: [Table] = [], pictures: [PageRect] = [], drawings: [PageRect] = [],
    marks: [PageRect] = [], view: PageTransform
  ) {
    (self.text, self.tables, self.pictures, self.drawings) = (text, tables, pictures, drawings)
    (self.marks, self.view) = (marks, view)
  }

  /// That of a page whose content was scaled and moved.
  package func placed(_ placement: ContentPlacement) -> PageLayout {
    func box(_ box: SIMD4<Float>) -> SIMD4<Float> {
      let way = SIMD4(Float(placement.dx), Float(placement.dy), Float(placement.dx), Float(placement.dy))
      return box * Float(placement.scale) + way
    }
    var result = self
    result.text = PageText(
      characters: text.characters, boxes: text.boxes.map(box), styles: text.styles.placed(placement))
    for index in result.tables.indices {
      for cell in result.tables[index].cells.indices {
        result.tables[index].cells[cell].bounds = placement.apply(result.tables[index].cells[cell].bounds)
      }
    }
    result.pictures = pictures.map(placement.apply)
    result.drawings = drawings.map(placement.apply)
    result.marks = marks.map(placement.apply)
    let area = PageRect(
      corner: view.pagePoint(ViewPoint(x: 0, y: 0)),
      corner: view.pagePoint(ViewPoint(x: view.viewSize.width, y: view.viewSize.height)))
    result.view = PageTransform(cropBox: placement.apply(area), rotation: view.rotation)
    return result
  }
}
