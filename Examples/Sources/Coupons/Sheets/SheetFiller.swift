import Foundation
import Postil

/// Fills copies of a template's pages with the values of rows.
///
/// Everything is added as annotations and made content of the page in the same step, so that it can be neither moved nor removed
/// by those who get the sheet, and so that a save shares fonts and images between all sheets.
struct SheetFiller {
  private let layout: Layout
  private let images: ImageFiles

  /// - Parameter images: The folder that the files of images are in.
  init(_ layout: Layout, images: URL) {
    self.layout = layout
    self.images = ImageFiles(in: images)
  }

  /// Fills in a sheet.
  ///
  /// - Parameters:
  ///   - pages: The pages of the sheet, as many as the template has.
  ///   - row: The values.
  ///   - editing: The document.
  /// - Throws: ``CouponError``, which says the line and the columns.
  func fill(_ pages: [PageID], with row: TableRow, of editing: some DocumentEditing) throws {
    var added: [Int: [Annotation]] = [:]
    var shown: [Int: PDFPage] = [:]
    for item in layout.items {
      let index = item.place.page - 1
      guard pages.indices.contains(index) else {
        throw CouponError("The layout names page \(index + 1), and the template has \(pages.count).")
      }
      let page = try shown[index] ?? editing.page(pages[index])
      shown[index] = page
      do {
        added[index, default: []] += try annotations(for: item, row, on: ShownPage(page))
      } catch {
        throw CouponError(place(of: item, row), error)
      }
    }
    for (index, annotations) in added.sorted(by: { $0.key < $1.key }) where !annotations.isEmpty {
      do {
        try editing.add(annotations, to: pages[index])
        try editing.flatten(annotations.map(\.id), on: pages[index])
      } catch {
        throw CouponError("Line \(row.line)", error)
      }
    }
  }

  /// Where redeemed sheets are stamped.
  ///
  /// - Parameter pages: The pages of a sheet.
  /// - Returns: The index of its page, and the rectangle in page space.
  func stampPlace(_ pages: [PageID], of editing: some DocumentEditing) throws -> (page: Int, rect: PageRect) {
    let place = layout.redeemed
    let index = (place?.page ?? 1) - 1
    guard pages.indices.contains(index) else {
      throw CouponError("The layout names page \(index + 1), and the template has \(pages.count).")
    }
    let page = ShownPage(try editing.page(pages[index]))
    let width = page.width * 0.6
    let standard = PageRect(
      x: (page.width - width) / 2, y: page.height / 2 - width / 8, width: width, height: width / 4)
    return (index, page.rect(place?.rect ?? standard))
  }

  private func place(of item: LayoutItem, _ row: TableRow) -> String {
    let columns = item.pattern.columns
    switch columns.count {
    case 0: return "Line \(row.line)"
    case 1: return "Line \(row.line), column '\(columns[0])'"
    default: return "Line \(row.line), columns \(columns.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }

  private func annotations(
    for item: LayoutItem, _ row: TableRow, on page: ShownPage
  ) throws -> [Annotation] {
    let value = try item.pattern.text(for: row)
    guard !value.isEmpty else { return [] }
    switch item.kind {
    case .text(let text): return [try text.annotation(value, in: item.place.rect, on: page)]
    case .image:
      let image = try images.image(value)
      return [
        Annotation(.stamp(.image(image), in: page.rect(item.place.rect), rotation: page.rotation))
      ]
    case .code(let code): return try code.annotations(value, in: item.place.rect, on: page)
    }
  }
}
