extension MessageText {
  static let searchingFailed = MessageText(
    "“%@” could not be searched", "Nothing was changed. Try again; the details may say why.", .tryAgain)

  static let searching: Table = [
    .invalidArgument: MessageText("There is nothing to search for", "Enter a word, or a part of one."),
    .damaged: unreadable,
    .renderFailed: unreadable,
    .renderCrashed: unreadable,
    .renderTimedOut: MessageText(
      "A page of “%@” takes too long to search",
      "The page was skipped. Matches on other pages are shown.", .tryAgain),
    .pageOutOfRange: MessageText(
      "The pages of “%@” have changed", "Search again to find what is there now.", .tryAgain),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]

  private static let unreadable = MessageText(
    "The text of a page of “%@” cannot be read",
    "The page was skipped. Matches on other pages are shown.", .tryAgain)
}
