extension MessageText {
  static let redactingFailed = MessageText(
    "“%@” could not be redacted",
    "Nothing was written, and the document is as it was. The details may say why.")

  private static let nothing = MessageText(
    "There is nothing to redact", "Nothing was found or marked, and nothing was written.")

  static let redacting: Table = [
    .unsupported: MessageText(
      "Something in “%@” cannot be removed for certain",
      "Nothing was written. The details say where it is and why: remove the mark there, or mark all of the picture that "
        + "it lies on."),
    .redactionIncomplete: MessageText(
      "Not everything could be removed from “%@”",
      "The check of the new file failed, so nothing was written. The details say what was found and where."),
    .wouldBreakSignature: MessageText(
      "“%@” is signed",
      "Its digital signatures would have to go. Nothing was written: allow that, or redact the document that was "
        + "signed."),
    .notPermitted: MessageText(
      "“%@” may not be changed",
      "Its author does not allow it. Open it with the password of its owner to redact it."),
    .invalidArgument: nothing,
    .nothingToDo: nothing,
    .diskFull: MessageText(
      "There is no space for “%@”", "The document is as it was. Free some space, or choose another disk."),
    .cannotWrite: MessageText(
      "“%@” cannot be written", "You may not be allowed to write there. Choose another folder or name."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]
}
