public import Postil

// Names that are tried before the documentation is read: the compiler says what is meant.

extension PageStyle {
  /// See ``init(_:margins:)``.
  @available(*, unavailable, renamed: "init(_:margins:)")
  public init(_ size: PageSize = .a4, margin: Double) { self.init(size, margins: margin) }
}

extension Cell {
  /// See ``init(_:columns:rows:)``.
  @available(*, unavailable, renamed: "init(_:columns:rows:)")
  public init(_ text: Inline, colspan: Int, rowspan: Int = 1) {
    self.init(text, columns: colspan, rows: rowspan)
  }
}

extension Inline {
  /// See ``family(_:)`` and ``size(_:)``.
  @available(*, unavailable, message: "Use 'family(_:)' and 'size(_:)'.")
  public func font(_ family: String, size: Double = 0) -> Inline { self.family(family) }
}
