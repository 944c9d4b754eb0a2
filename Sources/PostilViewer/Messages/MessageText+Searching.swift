extension MessageText {
  static let searchingFailed = MessageText(
    "“%@” could not be searched", "Nothing was changed. Try again; the details may tell why.", .tryAgain)

  static let searching: Table = [
    .invalidArgument: MessageText("There is nothing to search for", "Enter a word, or a part of one."),
    .damaged: unreadable,
    .renderFailed: unreadable,
    .renderTimedOut: MessageText(
      "A page of “%@” takes too long to search",
      "It was left out. What was found on other pages is there.", .tryAgain),
    .pageOutOfRange: MessageText(
      "The pages of “%@” have changed", "Search again to find what is there now.", .tryAgain),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]

  private static let unreadable = MessageText(
    "The text of a page of “%@” cannot be read",
    "It was left out. What was found on other pages is there.", .tryAgain)
}
