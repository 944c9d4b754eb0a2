import PostilModel

/// Inline images without what no reader sees of them.
extension InlineImage {
  /// An image without data behind its end, rows beyond its height and unused colours; `nil` if it has none.
  ///
  /// - Parameter space: The color space of a name among the resources.
  static func trimmed(
    _ entries: PDFDictionary, _ data: [UInt8], _ objects: any ObjectSource, _ space: (PDFName) -> PDFObject?
  ) -> (operation: [UInt8], surplus: [UInt8])? {
    var (new, data, surplus) = (entries, data, [UInt8]())
    if let items = entries["ColorSpace"]?.array,
      let (space, colors) = UnusedData.withoutUnusedColors(items, objects)
    {
      surplus += colors
      new["ColorSpace"] = .array(space)
    }
    let whole = self.entries(new, space)
    let use = UnusedData.size(ofImage: whole, objects).map { StreamDecoder.Use.first($0) } ?? .all
    let trimmed = try? StreamDecoder.trimmed(data, whole, use, limit: StreamLimit.content, objects.resolve)
    if let trimmed {
      surplus += trimmed.surplus
      data = trimmed.data
      new = new.filtered(by: trimmed.stages)
    }
    return surplus.isEmpty ? nil : (operation(new, data), surplus)
  }

  /// A content whose images are trimmed; `nil` if none has to be, or it cannot be read.
  ///
  /// - Complexity: O(bytes).
  static func trimmed(
    inContent bytes: [UInt8], _ objects: any ObjectSource
  ) -> (kept: [UInt8], surplus: [UInt8])? {
    guard mayHaveImages(bytes) else { return nil }
    var (kept, surplus, end) = ([UInt8](), [UInt8](), 0)
    let isRead: Void? = try? bytes.withUnsafeBytes { raw in
      var parser = ContentParser(raw)
      while let operation = try parser.next() {
        guard operation.op == .inlineImage, let entries = operation.operands.first?.dictionary,
          let data = operation.imageData,
          let trimmed = trimmed(entries, Array(bytes[data]), objects, { _ in nil })
        else { continue }
        kept += bytes[end..<operation.range.lowerBound] + trimmed.operation
        surplus += trimmed.surplus
        end = operation.range.upperBound
      }
    }
    return isRead == nil || surplus.isEmpty ? nil : (kept + bytes[end...], surplus)
  }

  /// Whether the operator of an image stands somewhere, or something that looks like it.
  private static func mayHaveImages(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      (0..<max(bytes.count - 2, 0)).contains { place in
        bytes[place] == UInt8(ascii: "B") && bytes[place + 1] == UInt8(ascii: "I")
          && ByteClass.endsToken(bytes[place + 2]) && (place == 0 || ByteClass.endsToken(bytes[place - 1]))
      }
    }
  }

  /// The operation that paints an image.
  static func operation(_ entries: PDFDictionary, _ data: some Sequence<UInt8>) -> [UInt8] {
    var result = Array("BI ".utf8)
    for entry in entries.entries {
      result += PDFSerializer.bytes(of: .name(entry.key)) + [32] + PDFSerializer.bytes(of: entry.value) + [32]
    }
    return result + Array("ID ".utf8) + data + Array("\nEI".utf8)
  }
}
