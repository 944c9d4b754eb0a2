extension ViewerMessage {
  /// What was being done when something went wrong.
  public enum Activity: String, Sendable, Hashable, CaseIterable {
    /// A file was being opened.
    case opening
    /// The document was being saved.
    case saving
    /// The document was being changed.
    case editing
    /// The document was being searched.
    case searching
    /// Pages were being shown.
    case showing
  }

  /// What can be done about it.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Ask for a name and save there.
    case saveElsewhere
    /// Save over what another program wrote (``Postil/SaveOptions/overwritesChangedFile``).
    case overwrite
    /// Save although digital signatures become invalid (``Postil/SaveOptions/breaksSignatures``).
    case breakSignature
    /// Do the same again.
    case tryAgain
    /// Ask for the password.
    case enterPassword
    /// Ask for another file and open that.
    case openAnother
    /// Open the file as it is now; unsaved changes are lost.
    case reload
    /// Close the message.
    case dismiss

    /// What a button for it is called, in English, for translation.
    public var label: String {
      switch self {
      case .saveElsewhere: "Save As…"
      case .overwrite: "Overwrite"
      case .breakSignature: "Save Without Signature"
      case .tryAgain: "Try Again"
      case .enterPassword: "Enter Password"
      case .openAnother: "Open Another File"
      case .reload: "Reload"
      case .dismiss: "Close"
      }
    }
  }
}
