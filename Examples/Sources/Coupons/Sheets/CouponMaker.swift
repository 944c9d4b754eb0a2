import Foundation
import Postil

/// Makes sheets out of a template, a table and a layout: one for each row.
public struct CouponMaker: Sendable {
  /// What was made.
  public struct Summary: Sendable, Hashable {
    /// How many sheets.
    public var sheets = 0
    /// How many bytes their files have together.
    public var bytes = 0
  }

  private let template: URL
  private let table: Table
  private let layout: Layout
  private let images: URL
  private let progress: @Sendable (Int) -> Void

  /// Prepares to make sheets. Files are read when they are made.
  ///
  /// - Parameters:
  ///   - template: The document whose pages make a sheet.
  ///   - table: The rows.
  ///   - layout: What of a row goes where.
  ///   - images: The folder that the files of images are in.
  ///   - progress: Told how many sheets there are, after each.
  /// - Throws: ``CouponError`` if the table lacks a column that the layout names.
  public init(
    template: URL, table: Table, layout: Layout, images: URL,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws {
    if let missing = layout.columns.subtracting(table.columns).min() {
      throw CouponError(
        "The layout names a column '\(missing)', and the table has \(table.columns.joined(separator: ", ")).")
    }
    self.template = template
    self.table = table
    self.layout = layout
    self.images = images
    self.progress = progress
  }

  // MARK: - One document

  /// How many sheets are added by one save. Each has a subset of the fonts: with fewer sheets a save files grow, with more the
  /// memory does.
  public static let standardBatch = 500

  /// Makes one document of all sheets. It takes its place when it is whole; before, and if something is wrong, there is none.
  ///
  /// Sheets are appended in batches to a file that is opened anew for each, so memory is that of one batch. All of them share the
  /// content of the template.
  ///
  /// - Parameters:
  ///   - file: The document. It must not be there: handed out coupons are not made anew.
  ///   - batch: How many sheets are added by one save, 1 or more.
  /// - Throws: ``CouponError``, which says the line of a row; `PDFError`.
  public func makeDocument(at file: URL, batch: Int = standardBatch) throws -> Summary {
    let codes = try plan().map(\.code)
    try Self.requireNothing(at: file)
    let temporary = file.deletingLastPathComponent().appendingPathComponent(
      ".\(file.lastPathComponent).\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    // Without the revisions of the template, and with object streams, which take less for so many pages.
    try PDFDocument.openAndWait(template).writeAndWait(
      to: temporary, .rewrite(RewriteOptions(objectStreams: true)))
    var rows = table.rows()
    // The first sheet is the template itself, so it is filled in last.
    let first = try rows.next()
    var count = 0
    while count + 1 < codes.count {
      count += try append(&rows, most: max(1, batch), done: count, to: temporary)
    }
    try finish(temporary, first, codes)
    progress(codes.count)
    try FileManager.default.moveItem(at: temporary, to: file)
    return Summary(sheets: codes.count, bytes: Self.size(of: file))
  }

  /// Appends sheets, and returns how many.
  private func append(_ rows: inout TableRows, most: Int, done: Int, to file: URL) throws -> Int {
    let document = try PDFDocument.openAndWait(file)
    let filler = SheetFiller(layout, images: images)
    let pages = try Self.templatePages(of: document, sheets: done + 1)
    var batch: [TableRow] = []
    while batch.count < most, let row = try rows.next() { batch.append(row) }
    try document.edit("Add Sheets") { edit in
      // Pages of the document itself share its content.
      let copies = try edit.insertPages(
        of: document, Array(repeating: pages, count: batch.count).flatMap(\.self), at: edit.pageCount
      ).pages
      for (index, row) in batch.enumerated() {
        let sheet = copies[index * pages.count..<(index + 1) * pages.count]
        try filler.fill(Array(sheet), with: row, of: edit)
        progress(done + index + 1)
      }
    }
    try document.saveAndWait(to: nil, .incremental(safety: .inPlace))
    return batch.count
  }

  /// Fills in the first sheet, and names the places where coupons are redeemed.
  private func finish(_ file: URL, _ row: TableRow?, _ codes: [String]) throws {
    let document = try PDFDocument.openAndWait(file)
    let pages = document.pageIDs
    let first = try Self.templatePages(of: document, sheets: codes.count)
    let filler = SheetFiller(layout, images: images)
    try document.edit("Finish") { edit in
      if let row { try filler.fill(first, with: row, of: edit) }
      let place = try filler.stampPlace(first, of: edit)
      let names = codes.enumerated().map { index, code in
        CouponFile.place(code, on: pages[index * first.count + place.page], place.rect)
      }
      try edit.setNamedDestinations(edit.namedDestinations + names)
    }
    try document.saveAndWait(to: nil, .incremental(safety: .inPlace))
  }

  /// The first of so many sheets.
  private static func templatePages(of document: PDFDocument, sheets: Int) throws -> [PageID] {
    Array(document.pageIDs.prefix(document.pageCount / sheets))
  }

  // MARK: - A file for each

  /// Makes a file for each sheet. The folder, or what is new in it, takes its place when all of them are there.
  ///
  /// - Parameter folder: Where they go. Files that are there are not replaced: handed out coupons are not made anew.
  /// - Throws: ``CouponError``, which says the line of a row; `PDFError`.
  public func makeFiles(in folder: URL) throws -> Summary {
    let plan = try plan()
    try Self.requireDistinctFiles(plan)
    for sheet in plan { try Self.requireNothing(at: folder.appendingPathComponent(sheet.file)) }
    let temporary = folder.deletingLastPathComponent().appendingPathComponent(
      ".\(folder.lastPathComponent).\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let document = try PDFDocument.openAndWait(template)
    let filler = SheetFiller(layout, images: images)
    let pages = document.pageIDs
    let place = try filler.stampPlace(pages, of: document)
    var rows = table.rows()
    var summary = Summary()
    for sheet in plan {
      guard let row = try rows.next() else { break }
      try document.edit("Fill In") { edit in
        try filler.fill(pages, with: row, of: edit)
        let name = CouponFile.place(sheet.code, on: pages[place.page], place.rect)
        try edit.setNamedDestinations(edit.namedDestinations + [name])
      }
      let report = try document.writeAndWait(to: temporary.appendingPathComponent(sheet.file))
      try document.undo()
      summary.sheets += 1
      summary.bytes += report.fileSize
      progress(summary.sheets)
    }
    try Self.move(plan.map(\.file), from: temporary, to: folder)
    return summary
  }

  private static func move(_ names: [String], from temporary: URL, to folder: URL) throws {
    let files = FileManager.default
    guard files.fileExists(atPath: folder.path) else { return try files.moveItem(at: temporary, to: folder) }
    for name in names {
      try files.moveItem(
        at: temporary.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
  }

  // MARK: - What is to be made

  private struct PlannedSheet {
    var line: Int
    var code: String
    var file: String
  }

  /// Reads the whole table once, so that what is wrong with it is known before something is made.
  private func plan() throws -> [PlannedSheet] {
    var rows = table.rows()
    var sheets: [PlannedSheet] = []
    var lines: [String: Int] = [:]
    while let row = try rows.next() {
      let code = try layout.code.text(for: row)
      guard !code.isEmpty, code.utf8.count <= CouponFile.longestCode, !code.contains(where: \.isNewline)
      else {
        throw CouponError(
          "Line \(row.line): the code of a coupon is one line of 1 to \(CouponFile.longestCode) bytes.")
      }
      if let other = lines.updateValue(row.line, forKey: code) {
        throw CouponError(
          "Line \(row.line) has the code '\(code)' of line \(other): each coupon has its own.")
      }
      let name = try layout.file.text(for: row)
      guard let file = Self.fileName(name) else {
        throw CouponError("Line \(row.line): '\(name)' is no name of a file.")
      }
      sheets.append(PlannedSheet(line: row.line, code: code, file: file))
    }
    guard !sheets.isEmpty else { throw CouponError("The table has no rows: there is nothing to make.") }
    return sheets
  }

  private static func requireDistinctFiles(_ sheets: [PlannedSheet]) throws {
    var lines: [String: Int] = [:]
    for sheet in sheets {
      if let other = lines.updateValue(sheet.line, forKey: sheet.file) {
        throw CouponError(
          "Line \(sheet.line) has the file '\(sheet.file)' of line \(other): each sheet has its own.")
      }
    }
  }

  /// A name in the folder, with no way out of it; `nil` if there is none.
  private static func fileName(_ text: String) -> String? {
    let name = String(text.map { $0 == "/" || $0 == "\0" || $0.isNewline ? "-" : $0 })
    guard !name.isEmpty, !name.hasPrefix(".") else { return nil }
    let file = name.lowercased().hasSuffix(".pdf") ? name : name + ".pdf"
    return file.utf8.count <= 255 ? file : nil
  }

  private static func requireNothing(at file: URL) throws {
    guard !FileManager.default.fileExists(atPath: file.path) else {
      throw CouponError(
        "'\(file.lastPathComponent)' is there already. Coupons that were handed out are not made anew: name another one."
      )
    }
  }

  private static func size(of file: URL) -> Int {
    (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
  }
}
