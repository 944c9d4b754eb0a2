import Foundation
import PostilGnuTLSBridge

/// The certificates that somebody trusts, and whether others lead to them.
///
/// An authority that was renewed, or that others certify as well, has several certificates of one name, with one key or with several:
/// all chains of names count until one holds (RFC 4158), within bounds.
struct TrustedCertificates {
  private let all: Set<[UInt8]>
  private let bySubject: [[UInt8]: [Link]]

  /// A certificate with what chains are looked for by.
  private struct Link {
    let der: [UInt8]
    let certificate: X509Certificate

    init?(_ der: [UInt8]) {
      guard let certificate = try? X509Certificate(der) else { return nil }
      (self.der, self.certificate) = (der, certificate)
    }
  }

  /// More certificates than these are not looked at.
  private static let mostTrusted = 4096
  private static let mostOthers = 64
  /// How many chains are verified for one certificate, and how many beginnings of chains are followed.
  private static let mostChains = 64
  private static let mostBeginnings = 1024

  /// - Parameter certificates: The trusted certificates as DER.
  init(_ certificates: [[UInt8]]) {
    all = Set(certificates)
    bySubject = Dictionary(
      grouping: certificates.prefix(Self.mostTrusted).compactMap(Link.init), by: \.certificate.subject)
  }

  /// Whether a certificate is one of these, or leads to one.
  ///
  /// - Parameters:
  ///   - certificate: The certificate as DER.
  ///   - others: Certificates that may be in between.
  ///   - time: When all of the chain has to be valid.
  /// - Returns: What the best of the chains is.
  func trust(in certificate: [UInt8], others: [[UInt8]], at time: Date) -> CertificateTrust {
    if all.contains(certificate) { return .of(chain: [certificate], at: time) }
    guard let first = Link(certificate) else { return .brokenChain }
    var best = CertificateTrust.unknownIssuer
    for chain in chains(from: first, others.prefix(Self.mostOthers).filter { !all.contains($0) }) {
      var found = CertificateTrust.of(chain: chain.map(\.der), at: time)
      if found == .trusted, !NameConstraints.hold(in: chain.map(\.certificate)) { found = .brokenChain }
      if found == .trusted { return found }
      if Self.rank(found) > Self.rank(best) { best = found }
    }
    return best
  }

  /// The less is wrong with a chain, the more is said by what is.
  private static func rank(_ trust: CertificateTrust) -> Int {
    switch trust {
    case .trusted, .wrongPurpose: 4
    case .expired: 3
    case .notYetValid: 2
    case .brokenChain: 1
    case .unknownIssuer: 0
    }
  }

  /// The chains that lead to a trusted certificate by the names of issuers, the shortest first.
  private func chains(from first: Link, _ others: [[UInt8]]) -> [[Link]] {
    let between = Dictionary(
      grouping: others.compactMap(Link.init).enumerated().map { (index: $0, link: $1) },
      by: \.link.certificate.subject)
    var result: [[Link]] = []
    var beginnings: [(links: [Link], used: Set<Int>)] = [([first], [])]
    var next = 0
    while next < beginnings.count, result.count < Self.mostChains {
      let (links, used) = beginnings[next]
      next += 1
      guard let issuer = links.last?.certificate.issuer, links.count < Int(POSTIL_TLS_LONGEST_CHAIN) else {
        continue
      }
      for root in bySubject[issuer] ?? [] where result.count < Self.mostChains {
        result.append(links + [root])
      }
      for (index, link) in between[issuer] ?? [] where !used.contains(index) && link.der != first.der {
        guard beginnings.count < Self.mostBeginnings else { break }
        beginnings.append((links + [link], used.union([index])))
      }
    }
    return result
  }
}
