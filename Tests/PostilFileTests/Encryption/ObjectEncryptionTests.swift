import PostilModel
import Testing

@testable import PostilFile

@Suite struct ObjectEncryptionTests {
  private static let id = ObjectID(number: 12)
  private static let text = Array("a secret".utf8)

  private static func encryption(_ dictionary: PDFDictionary, keyLength: Int) -> ObjectEncryption? {
    var dictionary = dictionary
    dictionary["Filter"] = .name("Standard")
    let key = (0..<keyLength).map { UInt8($0 * 3 + 1) }
    return ObjectEncryption(dictionary, fileKey: key) { $0 ?? .null }
  }

  private static func filters(_ method: PDFName, version: Int) -> PDFDictionary {
    [
      "V": .integer(version), "CF": .dictionary(["StdCF": .dictionary(["CFM": .name(method)])]),
      "StmF": .name("StdCF"), "StrF": .name("StdCF"),
    ]
  }

  private static let ways: [(PDFDictionary, Int)] = [
    (["V": .integer(1)], 5), (["V": .integer(2)], 16), (filters("V2", version: 4), 16),
    (filters("AESV2", version: 4), 16), (filters("AESV3", version: 5), 32),
  ]

  @Test(arguments: ways.indices) func stringsAndStreamsAreEncrypted(way: Int) throws {
    let (dictionary, length) = Self.ways[way]
    let encryption = try #require(Self.encryption(dictionary, keyLength: length))
    let objects: [PDFObject] = [
      .string(Self.text), .array([.string(Self.text), .integer(1), .dictionary(["T": .string([])])]),
      .stream(["T": .string(Self.text), "Length": .integer(8)], .encoded(Self.text)),
    ]
    for object in objects {
      let encrypted = encryption.encrypted(object, Self.id)
      #expect(encrypted != object && encryption.decrypted(encrypted, Self.id) == object)
      // The key is another for each object, but for AES-256.
      let other = encryption.decrypted(encrypted, ObjectID(number: 13))
      #expect((other == object) == (length == 32))
    }
    let plain: PDFObject = .array([.integer(1), .name("Name"), .reference(Self.id), .null])
    #expect(encryption.encrypted(plain, Self.id) == plain)
  }

  @Test func whatIsNotEncryptedStaysAsItIs() throws {
    var dictionary = Self.filters("AESV3", version: 5)
    dictionary["EncryptMetadata"] = .boolean(false)
    let encryption = try #require(Self.encryption(dictionary, keyLength: 32))
    let streams: [PDFObject] = [
      .stream(["Type": .name("Metadata")], .encoded(Self.text)),
      .stream(["Filter": .name("Crypt")], .encoded(Self.text)),
      .stream(
        [
          "Filter": .array([.name("ASCIIHexDecode"), .name("Crypt")]),
          "DecodeParms": .array([.null, .dictionary(["Name": .name("Identity")])]),
        ], .encoded(Self.text)),
    ]
    for stream in streams { #expect(encryption.encrypted(stream, Self.id) == stream) }
    let named: PDFObject = .stream(
      ["Filter": .name("Crypt"), "DecodeParms": .dictionary(["Name": .name("StdCF")])], .encoded(Self.text))
    #expect(encryption.encrypted(named, Self.id) != named)
    // The bytes of a signature, not the other strings of its dictionary.
    let signature: PDFDictionary = [
      "Type": .name("Sig"), "ByteRange": .array([]), "Contents": .string(Self.text),
      "Reason": .string(Self.text),
    ]
    let encrypted = encryption.encrypted(.dictionary(signature), Self.id).dictionary
    #expect(encrypted?["Contents"] == signature["Contents"] && encrypted?["Reason"] != signature["Reason"])
  }

  @Test func whatIsNotKnownIsRefused() {
    let unknown: [(PDFDictionary, Int)] = [
      ([:], 16), (["V": .integer(3)], 16), (["V": .integer(6)], 32), (["V": .integer(4)], 0),
      (Self.filters("AESV3", version: 4), 32), (Self.filters("AESV2", version: 5), 32),
      (Self.filters("AESV4", version: 5), 32), (Self.filters("AESV2", version: 4), 5),
      (["V": .integer(5), "StmF": .name("Other"), "StrF": .name("Identity")], 32),
    ]
    for (dictionary, length) in unknown {
      #expect(Self.encryption(dictionary, keyLength: length) == nil, "\(dictionary)")
    }
    var other = Self.filters("AESV3", version: 5)
    other["Filter"] = .name("Adobe.PubSec")
    #expect(ObjectEncryption(other, fileKey: Array(1...32)) { $0 ?? .null } == nil)
  }

  /// Strings and streams may be encrypted in different ways, or one of them not at all.
  @Test func stringsMayBeLeftInClear() throws {
    var dictionary = Self.filters("AESV2", version: 4)
    dictionary["StrF"] = nil
    let encryption = try #require(Self.encryption(dictionary, keyLength: 16))
    #expect(encryption.encrypted(.string(Self.text), Self.id) == .string(Self.text))
    let stream: PDFObject = .stream(["T": .string(Self.text)], .encoded(Self.text))
    #expect(encryption.encrypted(stream, Self.id) != stream)
  }

  @Test func whatWasCutIsNotDecrypted() throws {
    let encryption = try #require(Self.encryption(Self.filters("AESV3", version: 5), keyLength: 32))
    guard
      case .stream(let dictionary, .encoded(let data)) = encryption.encrypted(
        .stream([:], .encoded(Self.text)), Self.id)
    else { return #expect(Bool(false)) }
    #expect(encryption.decrypted(.stream(dictionary, .encoded(Array(data.dropLast()))), Self.id) == nil)
    #expect(encryption.decrypted(.string(Self.text), Self.id) == nil)
  }

  /// A file of which attachments alone are encrypted (`/EFF`, table 20).
  @Test func embeddedFilesHaveACipherOfTheirOwn() throws {
    var dictionary = Self.filters("AESV3", version: 5)
    dictionary["StmF"] = .name("Identity")
    dictionary["EFF"] = .name("StdCF")
    let encryption = try #require(Self.encryption(dictionary, keyLength: 32))
    let page = PDFObject.stream([:], .encoded(Self.text))
    let file = PDFObject.stream(["Type": .name("EmbeddedFile"), "Length": .integer(8)], .encoded(Self.text))
    #expect(encryption.encrypted(page, Self.id) == page)
    let encrypted = encryption.encrypted(file, Self.id)
    #expect(encrypted != file && encryption.decrypted(encrypted, Self.id) == file)
    dictionary["EFF"] = .name("Unknown")
    #expect(Self.encryption(dictionary, keyLength: 32) == nil)
  }

  /// The signature is no string that is encrypted (ISO 32000-2, 7.6.2), whether or not it says what it is (table 255).
  @Test(arguments: [nil, "Sig", "DocTimeStamp"] as [PDFName?]) func signaturesAreNotEncrypted(type: PDFName?)
    throws
  {
    let encryption = try #require(Self.encryption(Self.filters("AESV3", version: 5), keyLength: 32))
    var signature: PDFDictionary = [
      "ByteRange": .array([.integer(0)]), "Contents": .string(Self.text), "Name": .string(Self.text),
    ]
    signature["Type"] = type.map(PDFObject.name)
    let object = PDFObject.dictionary(["V": .dictionary(signature)])
    let encrypted = encryption.encrypted(object, Self.id)
    let inner = encrypted.dictionary?["V"]?.dictionary
    #expect(inner?["Contents"]?.string == Self.text && inner?["Name"]?.string != Self.text)
    #expect(encryption.decrypted(encrypted, Self.id) == object)
    // libqpdf knows the first kind alone: what it decrypted is taken from the file.
    #expect(object.hasUnnamedSignature == (type != "Sig"))
    var wrong = signature
    wrong["Contents"] = .string([1, 2])
    #expect(PDFObject.dictionary(["V": .dictionary(wrong)]).takingSignatures(from: encrypted) == object)
  }
}
