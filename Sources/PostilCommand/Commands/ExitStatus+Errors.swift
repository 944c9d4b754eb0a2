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
      default: .failed
      }
  }
}

extension PDFError.Code {
  /// The document has nothing of what the command is about.
  static let nothingToDo = PDFError.Code(rawValue: "nothingToDo")
}
