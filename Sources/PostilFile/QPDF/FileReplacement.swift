/// What a save is about to make of a file.
package struct FileReplacement: Sendable {
  /// Whether the bytes that were there are no longer the start of it.
  package let isRewritten: Bool
  package let mark: FileMark
  /// The numbers that objects have in it which edits name, if they may be others than when the file was opened.
  package let numbering: ObjectNumbering?
}
