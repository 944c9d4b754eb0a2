import Foundation
import GTKKit
import PostilViewer

/// Revisions in words.
extension DocumentRevision {
  /// When it was, what changed, who did it, and whether it was signed.
  var summary: String {
    var parts = [date?.shown]
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
}
