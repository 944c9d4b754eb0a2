import PostilModel

extension SavePlan {
  /// Stands for a number of the byte range, as wide as any that is written into its place, and such as PDF/A allows.
  static let unknownNumber = 2_147_483_647

  /// Adds a signature without its value to a field: the dictionary, what the field shows, and what the form and the catalog say of it
  /// (ISO 32000-2, 12.8).
  ///
  /// - Returns: The signature's dictionary, in which byte range and value are placeholders, and what the form asks of the value.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such field, it is signed or none for signatures, or if its
  ///   form asks for another signature; `.unsupported` if it asks for one that Postil does not make.
  mutating func addSignature(
    _ request: SignatureRequest, toFieldNamed name: String
  ) throws -> (signature: ObjectID, requirements: SignatureSeed.MessageRequirements) {
    let signature = changes.allocate()
    var format = request.subFilter
    var requirements = SignatureSeed.MessageRequirements()
    if let seed = seed(ofFieldNamed: name) {
      requirements = try seed.follow(request, format: &format)
    }
    var dictionary: PDFDictionary = [
      "Type": .name("Sig"), "Filter": .name("Adobe.PPKLite"), "SubFilter": .name(PDFName(format)),
      // First, so that nothing that others wrote is taken for them.
      "ByteRange": .array([.integer(0)] + [PDFObject](repeating: .integer(Self.unknownNumber), count: 3)),
      "Contents": .string([UInt8](repeating: 0, count: request.room)),
      "M": .string(DateString.encode(request.date)),
    ]
    let texts: [(PDFName, String?)] = [
      ("Name", request.name), ("Reason", request.reason), ("Location", request.location),
      ("ContactInfo", request.contact),
    ]
    for (key, text) in texts { dictionary[key] = text.map { .string(TextString.encode($0)) } }
    var references: [PDFObject] = []
    if let level = request.certifies {
      references.append(
        Self.reference("DocMDP", ["P": .integer(level.rawValue), "V": .name("1.2")]))
      changes.changeCatalog { catalog in
        var permissions = changes.resolve(catalog["Perms"]).dictionary ?? [:]
        permissions["DocMDP"] = .reference(signature)
        catalog["Perms"] = .dictionary(permissions)
      }
    }
    if let lock = try sign(fieldNamed: name, with: signature, request) {
      var parameters: PDFDictionary = ["V": .name("1.2"), "Action": lock["Action"] ?? .name("All")]
      parameters["Fields"] = lock["Fields"].map { changes.resolve($0) }
      // What of the whole document may be changed afterwards.
      parameters["P"] = lock["P"].map { changes.resolve($0) }
      references.append(
        Self.reference("FieldMDP", parameters, of: changes.graph.trailer["Root"]?.reference))
    }
    if !references.isEmpty { dictionary["Reference"] = .array(references) }
    changes.set(signature, to: .dictionary(dictionary))
    try writer.finish()
    return (signature, requirements)
  }

  /// What a signature says of a transform (ISO 32000-2, table 256).
  ///
  /// - Parameter data: What is looked at for modifications, where the method asks for it: the catalog.
  private static func reference(
    _ method: PDFName, _ parameters: PDFDictionary, of data: ObjectID? = nil
  ) -> PDFObject {
    var parameters = parameters
    parameters["Type"] = .name("TransformParams")
    var reference: PDFDictionary = [
      "Type": .name("SigRef"), "TransformMethod": .name(method), "TransformParams": .dictionary(parameters),
    ]
    reference["Data"] = data.map(PDFObject.reference)
    return .dictionary(reference)
  }

  // MARK: - Fields

  private struct FoundField {
    let object: ObjectID
    let dictionary: PDFDictionary
    let type: PDFName?
  }

  /// The fields of the form with a name, by that name.
  private func fields() -> [String: FoundField] {
    let form = changes.form
    return changes.fieldNodes(of: form).reduce(into: [:]) { result, node in
      guard node.hasOwnName, let id = node.object.reference else { return }
      result[node.name] = FoundField(object: id, dictionary: node.dictionary, type: node.type)
    }
  }

  /// What the form asks of the signature of a field.
  private func seed(ofFieldNamed name: String) -> SignatureSeed? {
    guard let field = fields()[name], let entries = changes.resolve(field.dictionary["SV"]).dictionary else {
      return nil
    }
    return SignatureSeed(entries, of: name, changes)
  }

  /// - Returns: What the field locks once it is signed.
  private mutating func sign(
    fieldNamed name: String, with signature: ObjectID, _ request: SignatureRequest
  ) throws -> PDFDictionary? {
    let fields = fields()
    guard let field = fields[name] else {
      let known = fields.filter { $0.value.type == "Sig" }.keys.sorted().map { "'\($0)'" }
      let hint =
        known.isEmpty
        ? "it has none for signatures: give a page instead" : "give one of \(known.joined(separator: ", "))"
      throw PDFError(.invalidArgument, "The document has no field '\(name)': \(hint).")
    }
    guard field.type == "Sig" else {
      throw PDFError(.invalidArgument, "The field '\(name)' is not for signatures: give another field.")
    }
    guard changes.resolve(field.dictionary["V"]).isNull else {
      throw PDFError(.invalidArgument, "The field '\(name)' is signed already: give another field.")
    }
    var dictionary = field.dictionary
    dictionary["V"] = .reference(signature)
    changes.set(field.object, to: .dictionary(dictionary))
    let kid = changes.resolve(dictionary["Kids"]).array?.first?.reference
    let widget = dictionary["Rect"] == nil ? kid : field.object
    if let widget { try draw(on: widget, request) }
    noteSignature()
    return changes.resolve(dictionary["Lock"]).dictionary
  }

  /// Gives a widget its picture.
  private func draw(on widget: ObjectID, _ request: SignatureRequest) throws {
    guard let picture = request.appearance, var dictionary = changes.object(widget).dictionary,
      let rect = changes.rect(dictionary["Rect"]), !rect.isEmpty
    else { return }
    let page = dictionary["P"]?.reference.flatMap { page in pageObjects.first { $0.value == page }?.key }
    let rotation = try page.map { try store.attributes(of: state.page($0)).rotation } ?? .none
    dictionary["AP"] = .dictionary(["N": .reference(try writer.form(of: picture(rect, rotation), box: rect))])
    changes.set(widget, to: .dictionary(dictionary))
  }

  /// Has the form say that the document is signed and may only be appended to.
  private func noteSignature() {
    var form = changes.form ?? [:]
    form["SigFlags"] = .integer((changes.resolve(form["SigFlags"]).integer ?? 0) | 3)
    changes.setForm(form)
  }
}
