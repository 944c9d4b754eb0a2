extension MessageText {
  static let openingFailed = MessageText(
    "“%@” could not be opened",
    "An unexpected error occurred. Try again; if that does not help, the details may say why.",
    .tryAgain, .openAnother)

  static let opening: Table = [
    .fileNotFound: MessageText(
      "“%@” was not found", "It may have been moved, renamed or deleted. Open it from where it is now.",
      .openAnother, .tryAgain),
    .cannotRead: MessageText(
      "“%@” cannot be read",
      "It may be a folder, you may not be allowed to read it, or the disk has a problem. Check the file, "
        + "then try again.",
      .tryAgain, .openAnother),
    .notPDF: MessageText(
      "“%@” is not a PDF document", "It is empty or a file of another kind. Choose a PDF document.",
      .openAnother),
    .damaged: MessageText(
      "“%@” is damaged",
      "Too much of it is missing to show it. The file was not changed: try an older copy, or get it again from "
        + "where it came from.",
      .openAnother),
    .passwordRequired: MessageText(
      "“%@” is protected by a password", "Enter the password to open it.", .enterPassword, .openAnother),
    .wrongPassword: MessageText(
      "This is not the password of “%@”",
      "Check capital letters and the layout of the keyboard, then enter it again.", .enterPassword,
      .openAnother),
    .unsupported: MessageText(
      "“%@” cannot be shown",
      "It uses something that is not supported, such as encryption by certificates. The file was not changed: "
        + "try another program.",
      .openAnother),
    .fileChanged: MessageText(
      "“%@” is being changed by another program", "Wait until that program has finished, then try again.",
      .tryAgain, .openAnother),
    .unsavedChanges: MessageText(
      "“%@” has unsaved changes", "Save or close it, then open the other document."),
    .pageOutOfRange: MessageText(
      "“%@” has no pages", "There is nothing to show. The file was not changed: try an older copy.",
      .openAnother),
  ]
}
