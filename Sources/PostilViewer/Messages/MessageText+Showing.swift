extension MessageText {
  static let showingFailed = MessageText(
    "A page of “%@” cannot be shown",
    "Nothing was changed or lost, and other pages can be shown. Try again; the details may say why.",
    .tryAgain)

  static let showing: Table = [
    .renderFailed: unshowable,
    .renderCrashed: unshowable,
    .damaged: unshowable,
    .unsupported: MessageText(
      "A page of “%@” cannot be shown",
      "It uses something that is not supported. Other pages can be shown, and nothing was changed or lost."),
    .renderTimedOut: MessageText(
      "A page of “%@” takes too long to show",
      "Drawing it was stopped so that other pages can be shown. Nothing was changed or lost.", .tryAgain),
    .pageOutOfRange: MessageText(
      "There is no such page", "The document has fewer pages. Choose another page."),
    .cannotRead: gone,
    .fileNotFound: MessageText(
      "“%@” was moved or deleted",
      "The document is still here, with your changes. Save it elsewhere, or save it again where it was.",
      .saveElsewhere),
    .fileChanged: MessageText(
      "Another program changed “%@”",
      "You see it as it was when you opened it, with your changes. Save your version elsewhere to keep "
        + "both, or reload the file to see the other changes: then yours are lost.",
      .saveElsewhere, .reload),
    .passwordRequired: locked,
    .wrongPassword: locked,
  ]

  private static let unshowable = MessageText(
    "A page of “%@” cannot be shown",
    "It seems to be damaged. Other pages can be shown, and nothing was changed or lost.", .tryAgain)

  private static let locked = MessageText(
    "“%@” is protected by a password", "Enter the password to see its pages.", .enterPassword)
}
