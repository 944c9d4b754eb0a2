import Postil

extension ExitStatus {
  /// The status of an error.
  init(_ error: any Error) {
    guard !(error is UsageError) else {
      self = .usage
      return
    }
    guard let failure = error as? CommandFailure else {
      self = .failed
      return
    }
    self =
      switch failure.code {
      case .notPDF, .damaged: .damaged
      case .passwordRequired, .wrongPassword: .password
      case .nothingToDo: .nothingToDo
      case .invalidSignature: .invalidSignature
      case .unprovenSignature: .unprovenSignature
      case .nonconforming: .nonconforming
      default: .failed
      }
  }
}

extension PDFError.Code {
  /// A signature does not hold: the bytes that it covers, or later changes that are not permitted.
  static let invalidSignature = PDFError.Code(rawValue: "invalidSignature")

  /// A document breaks a standard that it says it keeps.
  static let nonconforming = PDFError.Code(rawValue: "nonconforming")

  /// A signature cannot be verified, or its signer is not trusted.
  static let unprovenSignature = PDFError.Code(rawValue: "unprovenSignature")
}
