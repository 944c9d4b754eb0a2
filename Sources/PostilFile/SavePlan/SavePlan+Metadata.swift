import Foundation
import PostilModel

extension SavePlan {
  /// Keeps the document's metadata packet (`/Metadata`, ISO 32000-2, 14.3.2) in step with its information: what changed there
  /// changes here. A document of PDF 2.0 gets a packet if it has none, older ones do not.
  mutating func writeMetadata(_ old: DocumentInformation, _ new: DocumentInformation) throws {
    let entry = changes.catalog["Metadata"]
    let stream = entry?.reference.flatMap { changes.object($0).isStream ? $0 : nil }
    var packet: XMPPacket
    if let stream {
      guard let read = XMPPacket(Data(try changes.decodedStream(stream, limit: XMPPacket.largestSize)))
      else {
        warnings.append(
          "the metadata packet (XMP) cannot be read and stays as it is: it may say other things than the information does"
        )
        return
      }
      packet = read
    } else {
      guard store.pdfVersion.compare("2.0", options: .numeric) != .orderedAscending else { return }
      packet = XMPPacket()
    }
    packet.update(from: old, to: new)
    for key in Set(old.custom.keys).union(new.custom.keys) where old.custom[key] != new.custom[key] {
      if packet[.custom(key)] != nil { packet.set(.custom(key), to: new.custom[key]) }
    }
    if packet[.metadataDate] != nil { packet.set(.metadataDate, to: XMPPacket.text(Date())) }
    if packet[.instanceID] != nil { packet.set(.instanceID, to: "uuid:\(UUID().uuidString.lowercased())") }
    var dictionary = stream.flatMap { changes.object($0).dictionary?.withoutKeysOfData } ?? [:]
    (dictionary["Type"], dictionary["Subtype"]) = (.name("Metadata"), .name("XML"))
    // Without a filter, so that programs that know nothing of PDF find it.
    let object = PDFObject.stream(dictionary, .encoded([UInt8](packet.data)))
    if let stream {
      changes.set(stream, to: object)
    } else {
      let stream = changes.add(object)
      changes.changeCatalog { $0["Metadata"] = .reference(stream) }
    }
  }
}
