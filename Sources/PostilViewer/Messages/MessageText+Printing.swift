extension MessageText {
  static let printingFailed = MessageText(
    "“%@” could not be printed",
    "Your changes are still here. Check the printer, then print again; the details may say why.")

  static let printing: Table = [
    .notPermitted: MessageText(
      "“%@” may not be printed",
      "Its author does not allow it. Open it with the password of its owner to print it."),
    .damaged: MessageText(
      "A page of “%@” is damaged", "It cannot be printed. Choose other pages to print those."),
    .diskFull: MessageText(
      "There is no space to print “%@”",
      "The pages are written to a file for the printer. Free some space, then print again."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]
}
