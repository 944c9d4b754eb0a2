import PostilModel
import PostilQPDFBridge

/// Opening a file with libqpdf, to read it or to write it anew.
enum QPDFOpening {
  /// One of the two functions of the bridge that open a file.
  typealias Function = (
    UnsafePointer<UInt8>, Int, UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>,
    UnsafeMutablePointer<postil_qpdf_error>
  ) -> Bool

  /// - Returns: libqpdf's own, and the password that opened it: as it was given, or prepared.
  static func open(
    _ bytes: FileBytes, _ password: String?, with function: Function
  ) throws -> (handle: OpaquePointer, password: String?) {
    QPDFFilters.install
    var failure: PDFError?
    let start = bytes.pointer.bindMemory(to: UInt8.self)
    guard let address = start.baseAddress else {
      throw PDFError(.notPDF, "There are no bytes: this is not a PDF document.")
    }
    for (text, candidate) in candidates(password) {
      var handle: OpaquePointer?
      var error = postil_qpdf_error()
      if function(address, start.count, candidate, &handle, &error), let handle { return (handle, text) }
      let reason = PDFError.opening(QPDFFailure(error), bytes, password)
      failure = failure ?? reason
      if reason.code != .wrongPassword { break }
    }
    throw failure ?? PDFError(.damaged, "The file is damaged beyond repair.")
  }

  /// The password as UTF-8, as it was given and prepared, and as Latin-1 for the older methods of encryption.
  private static func candidates(_ password: String?) -> [(String?, [CChar]?)] {
    guard let password, !password.isEmpty else { return [(password, nil)] }
    let prepared = password.preparedBySASL
    let utf8 = (Array(prepared.utf8) == Array(password.utf8) ? [password] : [password, prepared])
      .map { ($0, $0.utf8.map { CChar(bitPattern: $0) } + [0]) }
    let scalars = password.unicodeScalars
    guard scalars.contains(where: { $0.value > 127 }), scalars.allSatisfy({ $0.value < 256 }) else {
      return utf8
    }
    return utf8 + [(password, scalars.map { CChar(truncatingIfNeeded: $0.value) } + [0])]
  }
}
