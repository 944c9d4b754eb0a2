public import Foundation
public import Postil

extension PDFDocument {
  /// Verifies the signatures of the document's file, off the calling thread: of the file as it was opened or last saved,
  /// unsaved edits are not looked at. Revocation is not: nothing is fetched from anywhere.
  ///
  /// ```swift
  /// for report in try await document.verifySignatures(trusting: try SigningCertificate.certificates(pem: pem)) {
  ///   print(report.signer?.name ?? "?", report.isValid, report.trust == .trusted)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - trusted: The certificates that are trusted, and with them all that they issued; `nil` if that is not asked for. If it is
  ///     empty, nobody is trusted.
  ///   - time: When certificates have to be valid, of signatures without a trusted time stamp.
  /// - Returns: One report for each signature, 1,000 at most, in the order of the form's fields; a certification that no field holds
  ///   is the last.
  /// - Throws: `PDFError` if the file cannot be read.
  /// - Complexity: O(bytes of the file), and for each signature O(bytes that it covers and the one before it does not); if there are
  ///   updates after the first signature, O(objects of the document), and O(objects that were written after it).
  public func verifySignatures(
    trusting trusted: [SigningCertificate]? = nil, at time: Date = Date()
  ) async throws -> [SignatureReport] {
    let source = try signedFile()
    let trusted = trusted?.map { Array($0.der) }
    return try await signatureQueue.result {
      try SignatureVerifier(file: SignedFile(source), trusted: trusted, time: time).reports()
    }
  }
}
