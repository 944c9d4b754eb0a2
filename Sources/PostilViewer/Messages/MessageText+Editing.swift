extension MessageText {
  static let editingFailed = MessageText(
    "“%@” could not be changed",
    "Nothing was changed, and your earlier changes are still here. The details may say why.")

  static let editing: Table = [
    .notEditable: MessageText(
      "This cannot be changed",
      "It is locked, or of a kind that can be shown but not changed. Nothing was changed."),
    .notPermitted: MessageText(
      "“%@” may not be changed this way",
      "Its author does not allow it. Open it with the password of its owner to change it."),
    .wouldBreakSignature: MessageText(
      "“%@” is signed, and does not allow this change",
      "Your change is here, but the signed file cannot take it. Undo it, or go on and save a copy without the signature.",
      .saveUnsigned),
    .noSuchAnnotation: MessageText(
      "There is nothing to change", "What you wanted to change is not on the page any more."),
    .pageOutOfRange: MessageText(
      "There is no such page", "The pages are as they were before. Choose another page, or another place."),
    .invalidGeometry: MessageText(
      "This cannot be drawn", "It has no size, or is far outside the page. Draw it on the page."),
    .invalidArgument: MessageText(
      "This cannot be done", "Nothing was changed, and your earlier changes are still here."),
    .invalidScript: MessageText(
      "“%@” is not a list of edits",
      "Nothing was changed. The details say which part of it cannot be understood.", .openAnother),
    .damaged: MessageText(
      "A page of “%@” is damaged",
      "It cannot be changed. Other pages can, and your changes to them are still here."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]

  /// Pages read before are still in memory; others may be those of another document now.
  static let gone = MessageText(
    "“%@” was changed or removed",
    "It was changed, moved or deleted while it was open, and can no longer be read. Save your version "
      + "elsewhere, or reload the file: then your changes are lost.",
    .saveElsewhere, .reload)
}
