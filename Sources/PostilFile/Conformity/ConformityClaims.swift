import Foundation
import PostilModel

extension ObjectSource {
  /// The metadata packet of the document; `nil` if it has none that can be read.
  var metadataPacket: XMPPacket? {
    guard let metadata = catalog["Metadata"], resolve(metadata).isStream,
      let data = try? decoded(metadata, limit: XMPPacket.largestSize)
    else { return nil }
    return XMPPacket(Data(data))
  }
}

extension XMPPacket {
  /// The standards that the document says it keeps (ISO 19005-2, 6.6.4; ISO 14289-1, 5).
  var claims: [ConformityClaim] {
    func part(_ property: Property) -> Int? {
      self[property].flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }.flatMap {
        (1...99).contains($0) ? $0 : nil
      }
    }
    var claims: [ConformityClaim] = []
    if let part = part(.archivePart) {
      let level = self[.archiveConformance]?.trimmingCharacters(in: .whitespaces).uppercased()
      claims.append(
        ConformityClaim(.archive, part: part, level: level.flatMap { $0.count == 1 ? $0 : nil }))
    }
    if let part = part(.universalPart) { claims.append(ConformityClaim(.universalAccess, part: part)) }
    return claims
  }
}

extension [ConformityClaim] {
  /// Whether PDF/A-1 is among them, which knows less of PDF than all others: no cross-reference streams, no transparency, and subsets of
  /// fonts that are listed (ISO 19005-1, 6.1.4, 6.3.5 and 6.4).
  var hasFirstArchive: Bool { contains { $0.standard == .archive && $0.part == 1 } }
}
