extension MessageText {
  static let fillingFailed = MessageText(
    "“%@” could not be filled in",
    "The field is as it was, and your other changes are still here. The details may say why.")

  static let filling: Table = [
    .invalidArgument: MessageText(
      "This does not fit the field",
      "What you entered is still there: change it, or press Escape to leave the field as it was. The details say "
        + "what it takes."),
    .missingGlyphs: MessageText(
      "Some characters cannot be shown",
      "No font on this computer has them. What you entered is still there: change it, or press Escape to leave the "
        + "field as it was."),
    .notEditable: MessageText(
      "This field cannot be filled in", "The form does not allow it. Other fields can be filled in."),
    .noSuchField: MessageText(
      "This field is gone", "It is not in the form any more. Your other changes are still here."),
    .unsupported: MessageText(
      "The form of “%@” cannot be filled in here",
      "It is of a kind (XFA) that has no fields on its pages. Nothing was changed: try another program."),
    .wouldBreakSignature: MessageText(
      "“%@” is signed",
      "A signature does not allow this field to be filled in. Nothing was changed."),
    .notPermitted: MessageText(
      "The form of “%@” may not be filled in",
      "Its author does not allow it. Open it with the password of its owner to fill it in."),
    .requiredFieldsEmpty: MessageText(
      "“%@” has empty fields that are required",
      "Nothing was held up by that. The fields are marked on the pages, and the details name them.",
      .showMissingField),
    .damaged: MessageText(
      "A page of “%@” is damaged",
      "Its fields cannot be filled in. Other pages can be shown, and your changes are still here."),
    .cannotRead: gone,
    .fileNotFound: gone,
    .fileChanged: gone,
  ]
}
