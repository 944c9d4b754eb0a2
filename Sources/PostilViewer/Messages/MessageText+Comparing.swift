extension MessageText {
  static let comparingFailed = MessageText(
    "“%@” could not be compared",
    "Nothing was changed, and your changes are still here. The details may say why.")

  static let comparing: Table = [
    .fileNotFound: MessageText(
      "“%@” was not found", "It may have been moved, renamed or deleted. Choose it where it is now."),
    .notPDF: MessageText(
      "“%@” is not a PDF document", "It is empty or a file of another kind. Choose a PDF document to compare."
    ),
    .damaged: MessageText(
      "“%@” is too damaged to be compared",
      "Nothing was changed, and your changes are still here. Choose another file or another point in time."),
    .renderFailed: undrawable,
    .renderCrashed: undrawable,
    .renderTimedOut: undrawable,
  ]

  private static let undrawable = MessageText(
    "A page of “%@” cannot be compared",
    "It cannot be drawn. The pages can still be looked at, and nothing was changed.")

  static let restoringFailed = MessageText(
    "The older state of “%@” could not be restored",
    "The file is as it was. A copy of the older state can be saved to a file of its own.")

  static let restoring: Table = [
    .notPermitted: MessageText(
      "“%@” may not be changed this way",
      "Its author does not allow it. Open it with the password of its owner to change it."),
    .wouldBreakSignature: MessageText(
      "“%@” is signed",
      "Its certification does not permit going back to an older state, so nothing was changed. A copy of the older "
        + "state can be saved to a file of its own."),
    .diskFull: MessageText(
      "There is no space to save “%@”",
      "The file is as it was. Free some space, then restore the older state again."),
    .fileChanged: MessageText(
      "Another program changed “%@”",
      "The file is no longer the one that you opened, so nothing was restored. Reload it first.", .reload),
  ]
}
