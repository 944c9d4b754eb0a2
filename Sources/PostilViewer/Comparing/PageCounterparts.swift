/// Which page of one document stands for which of another.
struct PageCounterparts {
  /// The index in the older document of each page of the newer one; `nil` for added pages.
  private let oldIndices: [Int?]
  private let newIndices: [Int: Int]

  /// - Parameter oldIndices: The index in the older document of each page of the newer one; empty if nothing is known yet: then
  ///   pages with the same index belong together.
  init(_ oldIndices: [Int?] = []) {
    self.oldIndices = oldIndices
    newIndices = oldIndices.enumerated().reduce(into: [:]) { indices, pair in
      if let old = pair.element { indices[old] = pair.offset }
    }
  }

  /// The page of the older document that a page of the newer one is; `nil` for an added page.
  func old(_ new: Int) -> Int? {
    oldIndices.isEmpty ? new : oldIndices.indices.contains(new) ? oldIndices[new] : nil
  }

  /// The page of the newer document that a page of the older one is; `nil` for a removed page.
  func new(_ old: Int) -> Int? { oldIndices.isEmpty ? old : newIndices[old] }

  /// The page of the older document that is shown beside one of the newer one: for an added page the one before it.
  func nearestOld(_ new: Int) -> Int {
    stride(from: new, through: 0, by: -1).lazy.compactMap { self.old($0) }.first { _ in true } ?? 0
  }

  /// The page of the newer document that is shown beside one of the older one: for a removed page the one before it.
  func nearestNew(_ old: Int) -> Int {
    stride(from: old, through: 0, by: -1).lazy.compactMap { self.new($0) }.first { _ in true } ?? 0
  }

  /// Where a change stands among the pages of the newer document: what was removed, behind the page before it.
  func order(of change: ComparedChange) -> Double {
    if let page = change.new?.page { return Double(page) }
    guard let page = change.old?.page else { return .infinity }
    if let now = new(page) { return Double(now) }
    let before = stride(from: page, through: 0, by: -1).lazy.compactMap { self.new($0) }.first { _ in true }
    return before.map { Double($0) + 0.5 } ?? -0.5
  }
}
