import PostilModel

/// A signature as a file has it: what it says of itself, and what verifying it takes.
package struct SignatureRecord: Sendable {
  package let info: SignatureInfo
  /// The numbers of `/ByteRange`; empty if they are no numbers.
  package let byteRange: [Int]
  /// The value of `/Contents`.
  package let contents: [UInt8]
  /// The number of the object that holds the dictionary; `nil` if it is not known.
  let object: Int?
}

/// Finds the signatures of a file.
struct SignatureReader {
  let graph: any ObjectSource

  /// The signatures, in the order of the form's fields; the certification also if no field holds it. O(fields).
  func signatures(catalog: PDFDictionary) -> [SignatureInfo] { records(catalog: catalog).map(\.info) }

  /// The same, with what verifying them takes.
  func records(catalog: PDFDictionary) -> [SignatureRecord] {
    let form = graph.form
    let certification = graph.resolve(catalog["Perms"]).dictionary?["DocMDP"]
    var result: [SignatureRecord] = []
    var isCertificationFound = false
    // Many fields may name one value, which is as large as its revocation lists.
    var known: [ObjectID: PDFDictionary] = [:]
    for field in signedFields(form) {
      let isCertification = field.value.reference != nil && field.value == certification
      isCertificationFound = isCertificationFound || isCertification
      let dictionary =
        field.value.reference.flatMap { known[$0] } ?? graph.resolve(field.value).dictionary
      if let dictionary {
        if let id = field.value.reference { known[id] = dictionary }
        result.append(
          record(
            dictionary, in: field.value.reference ?? field.object.reference, field: field,
            isCertification: isCertification))
      }
    }
    if !isCertificationFound, let dictionary = graph.resolve(certification).dictionary {
      result.append(record(dictionary, in: certification?.reference, field: nil, isCertification: true))
    }
    return result
  }

  private struct SignedField {
    let name: String
    let object: PDFObject
    let value: PDFObject
    let lock: PDFDictionary?
  }

  /// The form's signature fields that have a value.
  private func signedFields(_ form: PDFDictionary?) -> [SignedField] {
    graph.fieldNodes(of: form).compactMap { node in
      guard node.type == "Sig", let value = node.dictionary["V"] else { return nil }
      return SignedField(
        name: node.name, object: node.object, value: value,
        lock: graph.resolve(node.dictionary["Lock"]).dictionary)
    }
  }

  private func record(
    _ dictionary: PDFDictionary, in object: ObjectID?, field: SignedField?, isCertification: Bool
  ) -> SignatureRecord {
    let range = (graph.resolve(dictionary["ByteRange"]).array ?? []).map { graph.resolve($0).integer }
    var covered: Int?
    if range.count == 4, range[0] == 0, let start = range[2], let length = range[3], start >= 0, length >= 0 {
      covered = start.addingReportingOverflow(length).overflow ? nil : start + length
    }
    // A later update may have taken it out of the catalog.
    let isCertification = isCertification || !transforms("DocMDP", of: dictionary).isEmpty
    let info = SignatureInfo(
      fieldName: field?.name, name: graph.text(dictionary["Name"]), reason: graph.text(dictionary["Reason"]),
      location: graph.text(dictionary["Location"]),
      date: graph.date(dictionary["M"]),
      isCertification: isCertification,
      permittedChanges: isCertification ? permittedChanges(dictionary) : nil, coveredLength: covered,
      subFilter: graph.resolve(dictionary["SubFilter"]).name?.description,
      locks: locks(dictionary) + (field?.lock.flatMap(lock).map { [$0] } ?? []))
    return SignatureRecord(
      info: info, byteRange: range.compactMap(\.self),
      contents: graph.resolve(dictionary["Contents"]).string ?? [], object: object?.number)
  }

  /// The parameters of the transforms of a method that a signature refers to (ISO 32000-2, 12.8.2).
  private func transforms(_ method: PDFName, of signature: PDFDictionary) -> [PDFDictionary] {
    (graph.resolve(signature["Reference"]).array ?? []).compactMap { element in
      guard let reference = graph.resolve(element).dictionary,
        graph.resolve(reference["TransformMethod"]).name == method
      else { return nil }
      return graph.resolve(reference["TransformParams"]).dictionary ?? [:]
    }
  }

  /// `/P` of the DocMDP transforms, of several the strictest; 2 where it is missing, which is the default that the standard sets, and no
  /// changes where it is none of the levels.
  private func permittedChanges(_ signature: PDFDictionary) -> PermittedChanges {
    let levels = transforms("DocMDP", of: signature).map { parameters -> PermittedChanges in
      let level = graph.resolve(parameters["P"])
      return level.isNull ? .formFilling : level.integer.flatMap(PermittedChanges.init) ?? .none
    }
    return levels.min() ?? .formFilling
  }

  private func locks(_ signature: PDFDictionary) -> [FieldLock] {
    transforms("FieldMDP", of: signature).map(lock)
  }

  /// A lock; of one that does not say what it locks, which is required, all is locked (ISO 32000-2, table 259).
  private func lock(_ dictionary: PDFDictionary) -> FieldLock {
    let action = graph.resolve(dictionary["Action"]).name
    let fields = graph.resolve(dictionary["Fields"])
    return FieldLock(
      action.flatMap { FieldLock.Scope(rawValue: $0.description) } ?? .all,
      names: (fields.array ?? [fields]).compactMap { graph.text($0) },
      permittedChanges: graph.resolve(dictionary["P"]).integer.flatMap(PermittedChanges.init))
  }
}
