import Foundation

/// What a time stamp says (RFC 3161, 2.4.2).
struct TimeStampInfo {
  let digestAlgorithm: String
  let digest: [UInt8]
  let date: Date
  /// The number of the request that it answers, the highest byte first.
  let nonce: [UInt8]?

  /// - Throws: ``DERReader/Malformed``.
  init(_ bytes: [UInt8]) throws {
    var outer = DERReader(bytes)
    var reader = try outer.enter(DERTag.sequence)
    _ = try reader.next(DERTag.integer)
    _ = try reader.next(DERTag.objectIdentifier)
    var imprint = try reader.enter(DERTag.sequence)
    digestAlgorithm = try AlgorithmIdentifier(&imprint).name
    digest = try imprint.next(DERTag.octetString).octets()
    _ = try reader.next(DERTag.integer)
    date = try DERTime.decode(reader.next(DERTag.generalizedTime))
    // How exact it is, and whether stamps are in order.
    _ = try reader.nextIf(DERTag.sequence)
    _ = try reader.nextIf(DERTag.boolean)
    nonce = try reader.nextIf(DERTag.integer).map { Array($0.content) }
  }
}
