/// A map from codes to text, to be written (ISO 32000-2, 9.10.3); ``CharacterMap`` reads those of files.
struct ToUnicodeMap {
  let bytes: [UInt8]

  /// As many as one section may have.
  private static let section = 100

  /// - Parameter entries: Codes of 1 to 4 bytes, and what they say.
  init(_ entries: [(code: UInt32, length: Int, text: String)]) {
    var output = PDFSerializer()
    output.write(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def

      """)
    let lengths = Set(entries.map(\.length)).sorted()
    output.write("\(lengths.count) begincodespacerange\n")
    for length in lengths {
      output.write(
        "<\(String(repeating: "00", count: length))> <\(String(repeating: "FF", count: length))>\n")
    }
    output.write("endcodespacerange\n")
    let sorted = entries.sorted { ($0.length, $0.code) < ($1.length, $1.code) }
    for start in stride(from: 0, to: sorted.count, by: Self.section) {
      let part = sorted[start..<min(start + Self.section, sorted.count)]
      output.write("\(part.count) beginbfchar\n")
      for entry in part {
        output.write("<")
        output.write(hex: entry.code, bytes: entry.length)
        output.write("> <")
        for unit in entry.text.utf16 { output.write(hex: UInt32(unit), bytes: 2) }
        output.write(">\n")
      }
      output.write("endbfchar\n")
    }
    output.write("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
    bytes = output.bytes
  }
}
