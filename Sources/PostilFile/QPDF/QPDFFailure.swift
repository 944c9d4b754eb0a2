import PostilModel
import PostilQPDFBridge

/// What libqpdf could not do, or complained of.
struct QPDFFailure {
  let code: postil_qpdf_code
  /// The system's error number where the system refused, else 0.
  let systemError: Int32
  /// Where in the file, if that is known.
  let offset: Int?
  /// What libqpdf was reading, such as "object 12 0"; may be empty.
  let object: String
  /// libqpdf's own words.
  let text: String

  init(_ error: postil_qpdf_error) {
    code = error.code
    systemError = error.system_error
    offset = error.offset >= 0 ? Int(error.offset) : nil
    object = Self.text(error.object)
    text = Self.text(error.text)
  }

  /// Characters up to a zero.
  static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Its words, with what and where.
  var detail: String { object.isEmpty ? text : "\(object): \(text)" }
}

extension PDFError {
  /// Why a file cannot be opened.
  static func opening(_ failure: QPDFFailure, _ bytes: FileBytes, _ password: String?) -> PDFError {
    switch failure.code {
    case POSTIL_QPDF_PASSWORD:
      return password?.isEmpty == false
        ? PDFError(
          .wrongPassword, "The password is not the right one: give the user's or the owner's password.")
        : PDFError(.passwordRequired, "The file needs a password: give the user's or the owner's password.")
    case POSTIL_QPDF_UNSUPPORTED:
      return PDFError(
        .unsupported, "The file uses a feature that is not supported, such as encryption by certificates.",
        underlying: failure.detail)
    case POSTIL_QPDF_MEMORY:
      return PDFError(.damaged, "There is not enough memory to open the file.", underlying: failure.detail)
    default:
      guard PDFHeader.position(in: bytes.pointer) != nil else {
        return PDFError(.notPDF, "The file is not a PDF document.", underlying: failure.detail)
      }
      return PDFError(
        .damaged,
        "The file is damaged beyond what can be repaired here: try an older copy, or another program that repairs PDF files.",
        underlying: failure.detail)
    }
  }

  /// Why a stream cannot be read.
  static func unreadableStream(_ id: ObjectID, _ detail: String) -> PDFError {
    PDFError(
      .damaged,
      "The stream of object \(id.number) \(id.generation) cannot be read: the file is damaged there.",
      underlying: detail)
  }
}
