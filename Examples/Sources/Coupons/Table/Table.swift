import Foundation

/// A table of comma-separated values (RFC 4180) in UTF-8. Its first row names the columns.
///
/// Columns are divided by commas, semicolons or tabs, whichever the first row has most of. Cells in quotation marks may have line
/// breaks. A byte order mark is passed over. Rows are read one after the other, so a table of any length takes little memory.
public struct Table: Sendable {
  /// The names of the columns, in order.
  public let columns: [String]

  private let first: TableRows

  /// Reads the names of the columns.
  ///
  /// - Throws: ``CouponError``.
  public init(_ data: Data) throws {
    var reader = CellReader(data)
    guard let names = try reader.next() else {
      throw CouponError("The table is empty: its first row names the columns.")
    }
    columns = names.cells
    guard Set(columns).count == columns.count else {
      throw CouponError("The table has two columns of one name.")
    }
    let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    first = TableRows(reader: reader, places: places)
  }

  /// Opens a file. It is mapped, not read as a whole.
  ///
  /// - Throws: ``CouponError``, or what Foundation says of a file that cannot be read.
  public init(contentsOf url: URL) throws {
    let data = try Data(contentsOf: url, options: .mappedIfSafe)
    do { try self.init(data) } catch { throw CouponError(url.lastPathComponent, error) }
  }

  /// The rows below the names, from the first one on.
  public func rows() -> TableRows { first }
}

/// The rows of a table that were not read yet.
public struct TableRows: Sendable {
  fileprivate var reader: CellReader
  fileprivate let places: [String: Int]

  /// The next row; `nil` after the last one. Empty lines are no rows.
  ///
  /// - Throws: ``CouponError``, which says the line.
  public mutating func next() throws -> TableRow? {
    guard let (line, cells) = try reader.next() else { return nil }
    guard cells.count == places.count else {
      throw CouponError("Line \(line) has \(cells.count) cells, and there are \(places.count) columns.")
    }
    return TableRow(line: line, places: places, cells: cells)
  }
}

/// A row of a table.
public struct TableRow: Sendable {
  /// The line of the file that it begins in, from 1.
  public let line: Int
  fileprivate let places: [String: Int]
  fileprivate let cells: [String]

  /// The value in a column; `nil` if there is no such column.
  public subscript(column: String) -> String? { places[column].map { cells[$0] } }
}
