extension Wording {
  static let searchingFailed = Wording(
    "“%@” could not be searched", "Nothing was changed. Try again; the details may tell why.", .tryAgain)

  static let searching: Table = [
    .invalidArgument: Wording("There is nothing to search for", "Enter a word, or a part of one."),
    .damaged: unreadable,
    .renderFailed: unreadable,
    .renderTimedOut: Wording(
      "A page of “%@” takes too long to search",
      "It was left out. What was found on other pages is there.", .tryAgain),
    .pageOutOfRange: Wording(
      "The pages of “%@” have changed", "Search again to find what is there now.", .tryAgain),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]

  private static let unreadable = Wording(
    "The text of a page of “%@” cannot be read",
    "It was left out. What was found on other pages is there.", .tryAgain)
}
