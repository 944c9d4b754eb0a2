import PostilModel

/// How a save has to go, and why.
enum SaveMethod {
  case append(IncrementalBase)
  /// - Parameter nextNumber: The number of the first new object.
  case rewrite(reason: String, isAsked: Bool, nextNumber: Int = RewriteWriter.firstNewNumber)

  private static let highestTableOffset = 9_999_999_999

  init(_ store: FileStore, _ options: SaveOptions) throws {
    if case .rewrite = options.strategy {
      if store.isNew, case .success(let base) = store.incrementalBase {
        self = .rewrite(reason: "the document is new", isAsked: true, nextNumber: base.nextNumber)
      } else {
        self = .rewrite(reason: "a rewrite was asked for", isAsked: true)
      }
      return
    }
    let obstacle = Self.obstacle(store)
    if obstacle == nil, case .success(let base) = store.incrementalBase {
      self = .append(base)
    } else if case .incremental = options.strategy {
      throw PDFError(
        .cannotAppend,
        "Changes cannot be appended, \(obstacle ?? "the file is damaged"): save with the options 'automatic'."
      )
    } else {
      self = .rewrite(reason: obstacle ?? "the file is damaged", isAsked: false)
    }
  }

  var nextNumber: Int {
    switch self {
    case .append(let base): base.nextNumber
    case .rewrite(_, _, let number): number
    }
  }

  var isAskedToRewrite: Bool {
    if case .rewrite(_, let isAsked, _) = self { isAsked } else { false }
  }

  /// Why appending cannot be right, or `nil`.
  private static func obstacle(_ store: FileStore) -> String? {
    if store.isEncrypted, store.graph.appended.encryption == nil {
      return "the file is encrypted in a way that is not known"
    }
    if store.graph.reader.wasRepaired { return "the file is damaged and had to be repaired" }
    switch store.incrementalBase {
    case .failure(let unusable): return unusable.reason
    case .success(let base):
      let isTooLarge = base.chain.kind == .table && store.fileSize > highestTableOffset
      return isTooLarge ? "the file is too large for its kind of cross-reference table" : nil
    }
  }
}
