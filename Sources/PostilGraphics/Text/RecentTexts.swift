import PostilModel

/// Short texts that were set: rows of a table, and documents of a series, say many of them again. Two generations of them are kept; what is
/// asked for again comes into the younger one, and when that is full the older one goes.
struct RecentTexts {
  private var young: [ShapedText.Settings: ShapedText] = [:]
  private var old: [ShapedText.Settings: ShapedText] = [:]

  /// Of so many texts, none of which has more bytes.
  private static let (mostTexts, mostBytes) = (512, 256)

  subscript(settings: ShapedText.Settings) -> ShapedText? {
    mutating get {
      if let text = young[settings] { return text }
      guard let text = old[settings] else { return nil }
      keep(text, settings)
      return text
    }
    set {
      guard let newValue, settings.spans.reduce(0, { $0 + $1.string.utf8.count }) <= Self.mostBytes else {
        return
      }
      keep(newValue, settings)
    }
  }

  private mutating func keep(_ text: ShapedText, _ settings: ShapedText.Settings) {
    if young.count >= Self.mostTexts {
      old = young
      young = [:]
    }
    young[settings] = text
  }
}
