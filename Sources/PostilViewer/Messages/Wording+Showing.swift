extension Wording {
  static let showingFailed = Wording(
    "A page of “%@” cannot be shown",
    "Nothing was changed or lost, and other pages can be shown. Try again; the details may tell why.",
    .tryAgain)

  static let showing: Table = [
    .renderFailed: unshowable,
    .damaged: unshowable,
    .unsupported: Wording(
      "A page of “%@” cannot be shown",
      "It uses something that is not supported. Other pages can be shown, and nothing was changed or lost."),
    .renderTimedOut: Wording(
      "A page of “%@” takes too long to show",
      "It was given up, so that the others can be shown. Nothing was changed or lost. Try again, perhaps at a "
        + "smaller zoom.",
      .tryAgain),
    .pageOutOfRange: Wording(
      "There is no such page", "The document has fewer pages. Choose another page."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
    .passwordRequired: locked,
    .wrongPassword: locked,
  ]

  private static let unshowable = Wording(
    "A page of “%@” cannot be shown",
    "It seems to be damaged. Other pages can be shown, and nothing was changed or lost.", .tryAgain)

  private static let locked = Wording(
    "“%@” is protected by a password", "Enter the password to see its pages.", .enterPassword)
}
