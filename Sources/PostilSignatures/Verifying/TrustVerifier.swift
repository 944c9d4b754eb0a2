import Foundation

/// Whether those who signed are trusted, and when that has to be asked of.
struct TrustVerifier {
  /// The trusted certificates; `nil` if trust is not asked for.
  let trusted: TrustedCertificates?
  /// When certificates have to be valid, of what nothing proves to be older.
  let time: Date

  /// Whether a message's signer is trusted for a purpose, at times.
  private func trust(
    _ message: SignedMessage, _ purpose: KeyPurpose, at times: [Date]
  ) -> CertificateTrust? {
    guard let trusted else { return nil }
    guard message.certificate.publicKey.isOfUsualSize else { return .brokenChain }
    for time in times {
      let trust = trusted.trust(in: message.der, others: message.issuers, at: time)
      guard trust == .trusted else { return trust }
    }
    return purpose.isSuitable ? .trusted : .wrongPurpose
  }

  /// Since when the bytes of signatures are proved to be there: time stamps of the document, which have to be trusted, prove
  /// it of all signatures that they cover, and each of them is looked at with the time that the next one proves. So a
  /// certificate that is no longer valid is trusted for what was done before, and for nothing that it says now
  /// (ETSI EN 319 102-1, 5.6).
  ///
  /// - Parameter covered: The findings with the ranges that the signatures cover: where the gap begins, and where it ends.
  /// - Returns: A time for each of them.
  func moments(_ covered: [(finding: MessageFinding, gap: Int, end: Int)?], isTimeStamp: [Bool]) -> [Date] {
    var proved: [(gap: Int, date: Date)] = []
    func moment(_ end: Int) -> Date {
      proved.filter { $0.gap >= end }.map(\.date).min().map { min($0, time) } ?? time
    }
    let order = covered.indices.filter { isTimeStamp[$0] }.sorted {
      (covered[$0]?.end ?? 0) > (covered[$1]?.end ?? 0)
    }
    for index in order {
      guard let one = covered[index], let token = one.finding.tokens.first, token.isIntact,
        stamp(token, at: moment(one.end)).trust == .trusted
      else { continue }
      proved.append((one.gap, token.info.date))
    }
    return covered.map { $0.map { moment($0.end) } ?? time }
  }

  /// What is reported of a time stamp, whose certificate has to be valid when it was made, and at a time.
  private func stamp(_ token: MessageFinding.Token, at moment: Date) -> SignatureReport.TimeStamp {
    var trust = trust(token.signed, token.purpose, at: [token.info.date, moment])
    // Nobody knows now what will be then.
    if trust == .trusted, token.info.date > moment { trust = .notYetValid }
    return SignatureReport.TimeStamp(
      date: token.info.date, authority: token.signed.signer, isIntact: token.isIntact,
      purpose: token.purpose, trust: trust)
  }

  /// What is reported of who signed.
  struct Judged {
    var trust: CertificateTrust?
    var purpose: KeyPurpose?
    var stamps: [SignatureReport.TimeStamp] = []

    /// What it depends on: the signature, whether it is a time stamp of the document, and when.
    struct Key: Hashable {
      let reading: Int
      let isTimeStamp: Bool
      let moment: Date
    }
  }

  /// Whether the signer is trusted, at a time or when a trusted time stamp says that it was signed.
  func judge(_ found: MessageFinding, isTimeStamp: Bool, at moment: Date) -> Judged {
    guard let signed = found.signed else { return Judged() }
    let stamps = found.tokens.map { stamp($0, at: moment) }
    if isTimeStamp {
      return Judged(trust: stamps.first?.trust, purpose: stamps.first?.purpose, stamps: stamps)
    }
    let proved = stamps.filter { $0.isIntact && $0.trust == .trusted }.map(\.date).min()
    let purpose = signed.certificate.purposeForDocuments
    return Judged(
      trust: trust(signed, purpose, at: [proved ?? moment]), purpose: purpose, stamps: stamps)
  }
}
