/// The identity of a document in the store of previews: a hash.
package struct PreviewDocument: Sendable, Hashable {
  /// The name of the document's folder: 32 hexadecimal digits.
  let folderName: String

  /// - Parameter identity: Bytes that differ for other documents, and for other states of this one, such as its
  ///   `/ID`, or its path, size and time of change.
  package init(identity: some Sequence<UInt8>) {
    // FNV-1a (Fowler, Noll and Vo) with 128 bits: the same in every run, which Swift's own hashes are not.
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in identity { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
    let digits = String(hash, radix: 16)
    folderName = String(repeating: "0", count: 32 - digits.count) + digits
  }

  static func isFolderName(_ name: String) -> Bool {
    name.utf8.count == 32 && UInt128(name, radix: 16) != nil
  }
}
