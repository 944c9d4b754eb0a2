/// What the objects of a page say about drawing it.
package struct RenderTraits: Sendable, Hashable {
  /// Whether replaying a recording of the page may show it with other pixels than drawing it does.
  package let isHardToRecord: Bool
  /// What poppler is known to draw wrong.
  package let popplerWeaknesses: Set<PopplerWeakness>

  init(_ page: PDFDictionary, _ graph: ObjectGraph) {
    let survey = ResourceSurvey(page, graph)
    isHardToRecord = RecordingCheck(survey, graph).isHard
    popplerWeaknesses = PopplerWeaknessCheck(page, survey, graph).found
  }
}
