import PostilModel

/// What a store has read and keeps, all of which it can read again.
struct StoreCaches {
  // MARK: - Of the sources of pages, which stay as they are

  /// The pages that objects were when the file was opened, as far as links were followed to them.
  var openedPages: [ObjectID: PageID] = [:]
  /// Boxes and rotation of pages.
  var attributes: [PageSource: PageAttributes] = [:]
  /// What the resources of pages say about drawing them.
  var traits: [PageSource: RenderTraits] = [:]
  /// What poppler is known to draw wrong of pages.
  var popplerWeaknesses: [PageSource: Set<PopplerWeakness>] = [:]
  /// Where pages have annotations without an appearance that are given one.
  var missingAppearances: [PageSource: [PageRect]] = [:]
  /// The layers that pages may show something of.
  var usedLayers: [PageSource: Set<ObjectID>] = [:]
  /// The annotations of pages, and where they are.
  var annotations = AnnotationCache(limit: 16 << 20)
  /// How often the annotations of a source were read.
  var annotationReads = 0
  /// The parts of the file as it was opened that belong to no page.
  var openedParts = OpenedParts()
  /// The form as it was when the file was opened.
  var openedForm: FormTree?
  /// What the objects of the file are to it.
  var openedRoles: ObjectRoles?
  /// Of pages that are compared: see ``FileStore/fingerprint(of:)``.
  var fingerprints: [ObjectIdentifier: PageFingerprint] = [:]

  // MARK: - Of the file as it is now

  var form: FormTree?
  /// The fields of that, without their widgets, by full name.
  var fields: [String: FormField] = [:]
  var signatures: [SignatureInfo]?

  /// Forgets what was read of the file as it was: another was saved.
  mutating func forgetSaved() { (form, fields, signatures) = (nil, [:], nil) }
}
