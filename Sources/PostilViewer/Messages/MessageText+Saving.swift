extension MessageText {
  static let savingFailed = MessageText(
    "“%@” could not be saved",
    "The file on the disk is as it was, and your changes are still here. Save under another name, or try again.",
    .saveElsewhere, .tryAgain)

  static let saving: Table = [
    .fileNotFound: MessageText(
      "“%@” is gone",
      "It was moved, renamed or deleted while it was open. Your changes are still here: save them elsewhere, "
        + "or try again to put the file back.",
      .saveElsewhere, .tryAgain),
    .cannotRead: MessageText(
      "“%@” can no longer be read",
      "The disk may have been removed. Your changes are still here: connect it again and try once more, or save "
        + "elsewhere.",
      .tryAgain, .saveElsewhere),
    .fileChanged: MessageText(
      "Another program changed “%@”",
      "The file is no longer the one that you opened. Save your version under another name to keep both, "
        + "or overwrite the file: then the changes of the other program are lost.",
      .saveElsewhere, .overwrite),
    .diskFull: MessageText(
      "There is no space to save “%@”",
      "The file on the disk is as it was, and your changes are still here. Free some space and try again, or save "
        + "to another disk.",
      .tryAgain, .saveElsewhere),
    .cannotWrite: MessageText(
      "“%@” cannot be written",
      "You may not be allowed to write there, or the folder is gone. Your changes are still here: save them "
        + "elsewhere.",
      .saveElsewhere, .tryAgain),
    .noFile: MessageText(
      "“%@” has no file yet", "Choose a folder and a name to save it.", .saveElsewhere),
    .wouldBreakSignature: MessageText(
      "“%@” is signed",
      "Saving your changes would make its digital signature invalid, so nothing was saved. Your changes are still "
        + "here; the file on the disk is as it was signed. Save a copy without the signature to keep both.",
      .saveUnsigned, .breakSignature),
    .cannotAppend: MessageText(
      "Changes cannot be appended to “%@”",
      "Nothing was saved. Your changes are still here: save them elsewhere.",
      .saveElsewhere),
    .damaged: MessageText(
      "“%@” is too damaged to be saved",
      "Part of it would be lost, so nothing was saved: the file on the disk is as it was. Repair it with "
        + "another program, then reload it.",
      .reload),
    .passwordRequired: protected,
    .wrongPassword: protected,
    .unsupported: MessageText(
      "“%@” cannot be saved this way",
      "It uses something that is not supported. The file on the disk is as it was, and your changes are still "
        + "here.",
      .saveElsewhere),
  ]

  static let journalingFailed = MessageText(
    "Unsaved changes to “%@” can no longer be recovered",
    "They are still here, but would be lost if the program ended unexpectedly: save from time to time. The disk may be "
      + "full; the details may say why.")

  private static let protected = MessageText(
    "“%@” is protected in another way now",
    "What was written could not be opened with the password that you gave, so the file on the disk was left as "
      + "it was. Your changes are still here: save them elsewhere.",
    .saveElsewhere, .tryAgain)
}
