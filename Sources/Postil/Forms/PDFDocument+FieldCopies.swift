import PostilFile
import PostilModel

extension PDFDocument {
  /// States of pages that are to be copies of others in a state. Of form fields that edits added, which the copies show as well,
  /// those get others: below a field on top whose name is free, such as `name_2`, as a save does it with fields of the file.
  ///
  /// - Complexity: O(annotations), and O(fields, and annotations of all pages) if the copies show such fields.
  func withFieldsOfTheirOwn(_ copies: [PageState], in state: DocumentState) throws -> [PageState] {
    guard copies.contains(where: { $0.annotations?.addedFields.isEmpty == false }) else { return copies }
    func root(_ name: String) -> Substring { name.prefix { $0 != "." } }
    var taken = Set(try form(in: state)?.fields.map { root($0.name) } ?? [])
    var names: [Substring: String] = [:]
    func renamed(_ name: String) -> String {
      let top = root(name)
      let free =
        names[top]
        ?? (2...).lazy.map { "\(top)_\($0)" }.first { !taken.contains(Substring($0)) } ?? String(top)
      names[top] = free
      taken.insert(Substring(free))
      return free + name.dropFirst(top.count)
    }
    return copies.map { copy in
      var copy = copy
      copy.annotations = copy.annotations?.mapItems { annotation in
        guard let dictionary = annotation.dictionary, let name = dictionary.fieldName else {
          return annotation
        }
        var annotation = annotation
        annotation.dictionary = dictionary.renamingField(renamed(name))
        return annotation
      }
      return copy
    }
  }
}
