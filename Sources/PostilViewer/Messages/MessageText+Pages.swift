extension MessageText {
  static let insertingFailed = MessageText(
    "“%@” could not be inserted",
    "Nothing was inserted, and your changes are still here. The details may say why.")

  static let inserting: Table = [
    .fileNotFound: MessageText(
      "“%@” was not found", "It may have been moved, renamed or deleted. Nothing was inserted."),
    .cannotRead: MessageText(
      "“%@” cannot be read",
      "It may be a folder, you may not be allowed to read it, or the disk has a problem. Nothing was inserted."
    ),
    .notPDF: uninsertable,
    .invalidArgument: uninsertable,
    .damaged: MessageText("“%@” is damaged", "Too much of it is missing. Nothing was inserted."),
    .unsupported: MessageText(
      "“%@” cannot be inserted",
      "It uses something that is not supported, such as encryption by certificates. Nothing was inserted."),
    .notPermitted: MessageText(
      "Nothing may be copied from “%@”",
      "Its author does not allow it. Nothing was inserted: remove its protection with the password of its owner first."
    ),
    .passwordRequired: locked,
    .wrongPassword: locked,
  ]

  private static let uninsertable = MessageText(
    "“%@” cannot be inserted", "Pages of PDF documents, and PNG and JPEG images can be. Nothing was inserted."
  )

  private static let locked = MessageText(
    "“%@” is protected by a password", "It cannot be inserted without the password. Nothing was inserted.")

  static let extractingFailed = MessageText(
    "The pages could not be written to “%@”",
    "The document is as it was. Choose another folder or name; the details may say why.")

  static let extracting: Table = [
    .notPermitted: MessageText(
      "Nothing may be copied from this document",
      "Its author does not allow it. Open it with the password of its owner to extract pages."),
    .diskFull: MessageText(
      "There is no space for “%@”", "The document is as it was. Free some space, or choose another disk."),
    .cannotWrite: MessageText(
      "“%@” cannot be written", "You may not be allowed to write there. Choose another folder or name."),
    .damaged: MessageText(
      "A page of the document is damaged", "It cannot be extracted. Choose other pages."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]
}
