extension ViewerMessage {
  /// The activity during which an error occurred.
  public enum Activity: String, Sendable, Hashable, CaseIterable {
    /// Opening a file.
    case opening
    /// Saving the document.
    case saving
    /// Editing the document.
    case editing
    /// Filling in the form.
    case filling
    /// Searching the document.
    case searching
    /// Showing pages.
    case showing
    /// Printing the document.
    case printing
    /// Inserting pages of another file.
    case inserting
    /// Writing pages to a file of their own.
    case extracting
    /// Keeping unsaved edits for recovery.
    case journaling
    /// Marking for redaction, and removing what is marked or hidden.
    case redacting
    /// Comparing the document with an older state of it, or with another file.
    case comparing
    /// Giving the file an older state of it.
    case restoring

    /// Whether it changes the document.
    var isEdit: Bool { self == .editing || self == .filling }
  }

  /// An action that a message offers.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Ask for a name and save there.
    case saveElsewhere
    /// Save over what another program wrote (``Postil/SaveOptions/allowsOverwritingChangedFile``).
    case overwrite
    /// Ask for a name and save a copy there that has no digital signatures (``ViewerSession/saveWithoutSignatures(to:)``).
    case saveUnsigned
    /// Save although digital signatures become invalid (``Postil/SaveOptions/allowsBreakingSignatures``).
    case breakSignature
    /// Retry.
    case tryAgain
    /// Ask for the password.
    case enterPassword
    /// Ask for another file and open that.
    case openAnother
    /// Focus the first field of the form that has to be filled in and is not.
    case showMissingField
    /// Open the file again as it is now; unsaved changes are lost.
    case reload
    /// Close the message.
    case dismiss

    /// The label of a button, in English, for translation.
    public var label: String {
      switch self {
      case .saveElsewhere: "Save As…"
      case .overwrite: "Overwrite"
      case .saveUnsigned: "Save Copy Without Signature…"
      case .breakSignature: "Save and Break Signature"
      case .tryAgain: "Try Again"
      case .enterPassword: "Enter Password"
      case .openAnother: "Open Another File"
      case .showMissingField: "Go to Field"
      case .reload: "Reload"
      case .dismiss: "Close"
      }
    }
  }
}
