import Foundation
import PostilModel

extension SavePlan {
  /// Writes the entries of the information dictionary (ISO 32000-2, 14.3.3) that differ. Others stay as they are; a file
  /// that has no such dictionary gets one.
  mutating func writeInformation() throws {
    guard state.parts.information != store.saved.parts.information || hasOtherPacket else { return }
    let opened = try store.openedInformation()
    let new = state.parts.information ?? opened
    let old = store.saved.parts.information ?? opened
    if new != old, !isInPacketAlone || new.custom != old.custom { try writeInformation(old, new) }
    // A packet that edits set gets what other edits changed of that which the file said.
    let before = hasOtherPacket ? opened : old
    if new != before { try writeMetadata(before, new) }
  }

  /// Whether the packet alone says what the document is: PDF/A-4 wants no information dictionary (ISO 19005-4, 6.1.3).
  private var isInPacketAlone: Bool {
    store.graph.trailer["Info"] == nil && archivePart == 4 && changes.metadataPacket != nil
  }

  private mutating func writeInformation(_ old: DocumentInformation, _ new: DocumentInformation) throws {
    let entry = store.graph.trailer["Info"]
    var dictionary = changes.resolve(entry).dictionary ?? [:]
    new.write(to: &dictionary, insteadOf: old)
    if let id = entry?.reference, changes.object(id).dictionary != nil {
      changes.set(id, to: .dictionary(dictionary))
    } else {
      changes.trailer["Info"] = .reference(changes.add(.dictionary(dictionary)))
    }
  }
}
