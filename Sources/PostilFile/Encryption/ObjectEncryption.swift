/// How the objects of an encrypted file are encrypted by the standard security handler, revisions 2 to 6 (ISO 32000-2, 7.6):
/// for objects that an update appends. What the file had when it was opened, libqpdf decrypts.
///
/// The key of the file comes from libqpdf, which has tried the password.
struct ObjectEncryption: Hashable {
  private let fileKey: [UInt8]
  private let strings: Cipher
  private let streams: Cipher
  /// That of embedded files (`/EFF`).
  private let files: Cipher
  /// The crypt filters that streams may name.
  private let filters: [PDFName: Cipher]
  private let encryptsMetadata: Bool

  /// - Parameters:
  ///   - dictionary: The encryption dictionary.
  ///   - fileKey: The key of the file.
  ///   - resolve: Gives what a reference leads to.
  /// - Returns: `nil` for a way of encrypting that is not known.
  init?(_ dictionary: PDFDictionary, fileKey: [UInt8], _ resolve: (PDFObject?) -> PDFObject) {
    guard resolve(dictionary["Filter"]).name == "Standard", !fileKey.isEmpty,
      let version = resolve(dictionary["V"]).integer
    else { return nil }
    self.fileKey = fileKey
    switch version {
    case 1, 2:
      (strings, streams, files, filters, encryptsMetadata) = (.rc4, .rc4, .rc4, [:], true)
    case 4, 5:
      var filters: [PDFName: Cipher] = ["Identity": .identity]
      for entry in resolve(dictionary["CF"]).dictionary?.entries ?? [] where entry.key != "Identity" {
        let method = resolve(resolve(entry.value).dictionary?["CFM"]).name
        filters[entry.key] = Self.cipher(of: method ?? "None", version)
      }
      guard let strings = filters[resolve(dictionary["StrF"]).name ?? "Identity"],
        let streams = filters[resolve(dictionary["StmF"]).name ?? "Identity"]
      else { return nil }
      // Embedded files are encrypted as other streams where nothing else is said (table 20).
      guard let files = resolve(dictionary["EFF"]).name.map({ filters[$0] }) ?? streams else { return nil }
      (self.strings, self.streams, self.files, self.filters) = (strings, streams, files, filters)
      encryptsMetadata = resolve(dictionary["EncryptMetadata"]).boolean ?? true
    default: return nil
    }
    let ciphers = Set(filters.values).union([strings, streams, files])
    let isLong = fileKey.count == 32
    guard isLong == (version == 5), !ciphers.contains(.aes128) || fileKey.count == 16 else {
      return nil
    }
  }

  /// The cipher of a crypt filter method; `nil` if it is not known, or not one of that version.
  private static func cipher(of method: PDFName, _ version: Int) -> Cipher? {
    switch (method, version) {
    case ("None", _): .identity
    case ("V2", 4): .rc4
    case ("AESV2", 4): .aes128
    case ("AESV3", 5): .aes256
    default: nil
    }
  }

  // MARK: - Objects

  /// An object as it stands in the file, if it is no member of an object stream: those are encrypted as a whole.
  func encrypted(_ object: PDFObject, _ id: ObjectID) -> PDFObject {
    guard case .stream(let dictionary, .encoded(let data)) = object else {
      return mapStrings(object) { strings.encrypted($0, key: key(of: id, strings)) }
    }
    let cipher = cipher(of: dictionary)
    return .stream(
      mapStrings(dictionary) { strings.encrypted($0, key: key(of: id, strings)) },
      .encoded(cipher.encrypted(data, key: key(of: id, cipher))))
  }

  /// The object that was encrypted; `nil` if this is not the result of that. The `/Length` of a stream is that of its data
  /// then.
  func decrypted(_ object: PDFObject, _ id: ObjectID) -> PDFObject? {
    var isRight = true
    func decrypt(_ string: [UInt8]) -> [UInt8] {
      let result = strings.decrypted(string, key: key(of: id, strings))
      isRight = isRight && result != nil
      return result ?? []
    }
    guard case .stream(let dictionary, .encoded(let data)) = object else {
      let result = mapStrings(object, decrypt)
      return isRight ? result : nil
    }
    let cipher = cipher(of: dictionary)
    guard let data = cipher.decrypted(data, key: key(of: id, cipher)) else { return nil }
    var result = mapStrings(dictionary, decrypt)
    result["Length"] = .integer(data.count)
    return isRight ? .stream(result, .encoded(data)) : nil
  }

  /// The cipher of a stream's data.
  private func cipher(of dictionary: PDFDictionary) -> Cipher {
    let names = dictionary["Filter"]?.array ?? dictionary["Filter"].map { [$0] } ?? []
    if let place = names.firstIndex(where: { $0.name == "Crypt" }) {
      let parameters = dictionary["DecodeParms"]?.array ?? dictionary["DecodeParms"].map { [$0] } ?? []
      let name = parameters.indices.contains(place) ? parameters[place].dictionary?["Name"]?.name : nil
      return filters[name ?? "Identity"] ?? streams
    }
    if dictionary["Type"]?.name == "EmbeddedFile" { return files }
    return dictionary["Type"]?.name == "Metadata" && !encryptsMetadata ? .identity : streams
  }

  /// The key of one object (algorithm 1).
  private func key(of id: ObjectID, _ cipher: Cipher) -> [UInt8] {
    guard cipher != .aes256, cipher != .identity else { return fileKey }
    let number = (0..<3).map { UInt8(truncatingIfNeeded: id.number >> (8 * $0)) }
    let generation = (0..<2).map { UInt8(truncatingIfNeeded: id.generation >> (8 * $0)) }
    let salt = cipher == .aes128 ? Array("sAlT".utf8) : []
    return Array(Digest.md5(fileKey + number + generation + salt).prefix(min(fileKey.count + 5, 16)))
  }

  // MARK: - Strings

  private func mapStrings(_ object: PDFObject, _ map: ([UInt8]) -> [UInt8]) -> PDFObject {
    switch object {
    case .string(let string): .string(map(string))
    case .array(let items): .array(items.map { mapStrings($0, map) })
    case .dictionary(let dictionary): .dictionary(mapStrings(dictionary, map))
    default: object
    }
  }

  private func mapStrings(_ dictionary: PDFDictionary, _ map: ([UInt8]) -> [UInt8]) -> PDFDictionary {
    let isSignature = dictionary.isSignature
    var result = PDFDictionary()
    for entry in dictionary.entries {
      let isKept = isSignature && entry.key == "Contents"
      result.append(entry.key, isKept ? entry.value : mapStrings(entry.value, map))
    }
    return result
  }
}
