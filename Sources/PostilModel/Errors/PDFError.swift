import Foundation

/// What went wrong, in a sentence that says what to do about it.
public struct PDFError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The kind of error. More kinds may come: have a default where you switch over them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The kind's name.
    public let rawValue: String
    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such file.
    public static let fileNotFound = Code(rawValue: "fileNotFound")
    /// The file cannot be read: a folder, no permission, an error of the disk.
    public static let cannotRead = Code(rawValue: "cannotRead")
    /// The file is not a PDF document.
    public static let notPDF = Code(rawValue: "notPDF")
    /// The file is damaged beyond repair.
    public static let damaged = Code(rawValue: "damaged")
    /// The file needs a password, and none was given.
    public static let passwordRequired = Code(rawValue: "passwordRequired")
    /// The password is not the right one.
    public static let wrongPassword = Code(rawValue: "wrongPassword")
    /// The file uses a form of encryption or another feature that is not supported.
    public static let unsupported = Code(rawValue: "unsupported")
    /// There is no such page.
    public static let pageOutOfRange = Code(rawValue: "pageOutOfRange")
    /// There is no such annotation on the page.
    public static let noSuchAnnotation = Code(rawValue: "noSuchAnnotation")
    /// The form has no such field.
    public static let noSuchField = Code(rawValue: "noSuchField")
    /// The annotation or field is of a kind that cannot be changed this way, or is locked.
    public static let notEditable = Code(rawValue: "notEditable")
    /// The author of an encrypted document does not allow it to who opens it with the user's password.
    public static let notPermitted = Code(rawValue: "notPermitted")
    /// A coordinate is not a number, is infinite, or is too large; or there is nothing to draw.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
    /// An argument is not what the call takes.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A text has characters that no installed font has.
    public static let missingGlyphs = Code(rawValue: "missingGlyphs")
    /// A script of edits, or an outline in JSON, cannot be understood.
    public static let invalidScript = Code(rawValue: "invalidScript")
    /// A file of annotations to import, or of values in XFDF, cannot be understood.
    public static let invalidAnnotations = Code(rawValue: "invalidAnnotations")
    /// The file changed on disk since it was opened.
    public static let fileChanged = Code(rawValue: "fileChanged")
    /// Another program holds the file's lock: it is still writing. Of a journal: the document is open.
    public static let fileBusy = Code(rawValue: "fileBusy")
    /// The edits of a transaction do not fit what others changed meanwhile.
    public static let editConflict = Code(rawValue: "editConflict")
    /// The file cannot be written: no permission, no such folder, an error of the disk; or what was written did not pass its checks.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// There is no space left on the disk.
    public static let diskFull = Code(rawValue: "diskFull")
    /// The document came from memory and has no file to be saved to.
    public static let noFile = Code(rawValue: "noFile")
    /// What was asked for would break a digital signature.
    public static let wouldBreakSignature = Code(rawValue: "wouldBreakSignature")
    /// The document has nothing of what was asked for: nothing was written.
    public static let nothingToDo = Code(rawValue: "nothingToDo")
    /// A redacted file would still have had something that was to be removed: it was not written.
    public static let redactionIncomplete = Code(rawValue: "redactionIncomplete")
    /// What was asked for cannot be done to this file by appending.
    public static let cannotAppend = Code(rawValue: "cannotAppend")
    /// A page could not be rendered.
    public static let renderFailed = Code(rawValue: "renderFailed")
    /// Rendering a page took longer than allowed and was stopped.
    public static let renderTimedOut = Code(rawValue: "renderTimedOut")
    /// The program that draws pages crashed at a page.
    public static let renderCrashed = Code(rawValue: "renderCrashed")
    /// The program that draws pages was not found, or cannot be started.
    public static let rendererNotFound = Code(rawValue: "rendererNotFound")
    /// An error that has no kind of its own here; ``PDFError/underlying`` says it.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of error.
  public var code: Code
  /// What is wrong and what to do, as a sentence without the file's name.
  public var message: String
  /// The file it is about.
  public var url: URL?
  /// The index of the page it is about, from 0.
  public var pageIndex: Int?
  /// What another library or the system said.
  public var underlying: String?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, url: URL? = nil, pageIndex: Int? = nil, underlying: String? = nil
  ) {
    self.code = code
    self.message = message
    self.url = url
    self.pageIndex = pageIndex
    self.underlying = underlying
  }

  /// The file as the program named it, the message, and what another library said of it.
  public var description: String {
    let file = url.map { "\($0.relativePath): " } ?? ""
    return file + message + (underlying.map { " (\($0))" } ?? "")
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// Whether it is about the file that is written to, and not about the document.
  package var isAboutTarget: Bool { [.cannotWrite, .diskFull, .fileChanged, .fileBusy].contains(code) }

  /// The same error, about a file.
  package func about(_ url: URL?) -> PDFError {
    var copy = self
    copy.url = copy.url ?? url
    return copy
  }
}
