import Foundation
import GTKKit
import PostilViewer

/// Revisions in words.
extension DocumentRevision {
  /// When it was, what changed, who did it, and whether it was signed.
  var summary: String {
    var parts = [date.map(Self.text)]
    if let changes {
      let kinds = LaterChanges.Kind.allCases.filter(changes.kinds.contains)
      parts += kinds.isEmpty ? [tr("Nothing changed")] : kinds.map { tr($0.title) }
    } else {
      parts.append(tr("As it was first written"))
    }
    if !authors.isEmpty { parts.append(authors.joined(separator: ", ")) }
    if isSigned { parts.append(tr("signed")) }
    parts.append(trn("%1 byte", "%1 bytes", byteCount))
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.dateStyle = .medium
    formatter.timeStyle = .short
    return formatter.string(from: date)
  }
}
