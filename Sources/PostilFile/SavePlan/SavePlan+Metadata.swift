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
    for (property, path) in DocumentInformation.texts where new[keyPath: path] != old[keyPath: path] {
      packet.set(property, to: new[keyPath: path])
    }
    for (property, path) in DocumentInformation.dates where new[keyPath: path] != old[keyPath: path] {
      packet.set(property, to: new[keyPath: path].map(Self.text))
    }
    for key in Set(old.custom.keys).union(new.custom.keys) where old.custom[key] != new.custom[key] {
      if packet[.custom(key)] != nil { packet.set(.custom(key), to: new.custom[key]) }
    }
    if packet[.metadataDate] != nil { packet.set(.metadataDate, to: Self.text(Date())) }
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

  /// A moment as XMP has it, to the second as the information dictionary has it.
  private static func text(_ date: Date) -> String {
    (DateString.decode(DateString.encode(date)) ?? date).formatted(.iso8601)
  }
}

extension DocumentInformation {
  /// The properties of a metadata packet that say the same (ISO 19005-1, table 1).
  static var texts: [(XMPPacket.Property, WritableKeyPath<DocumentInformation, String?>)] {
    [
      (.title, \.title), (.creator, \.author), (.description, \.subject), (.keywords, \.keywords),
      (.creatorTool, \.creator), (.producer, \.producer),
    ]
  }

  /// The same for dates.
  static var dates: [(XMPPacket.Property, WritableKeyPath<DocumentInformation, Date?>)] {
    [(.createDate, \.creationDate), (.modifyDate, \.modificationDate)]
  }

  /// Takes over from a metadata packet what the information dictionary does not say.
  mutating func addMissing(_ packet: XMPPacket) {
    for (property, path) in Self.texts where self[keyPath: path] == nil {
      self[keyPath: path] = packet[property].flatMap { $0.isEmpty ? nil : $0 }
    }
    for (property, path) in Self.dates where self[keyPath: path] == nil {
      self[keyPath: path] = packet[property].flatMap(DateText.date)
    }
  }
}
