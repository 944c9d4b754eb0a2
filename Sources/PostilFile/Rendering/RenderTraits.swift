/// What the objects of a page say about drawing it.
package struct RenderTraits: Sendable, Hashable {
  /// Whether replaying a recording of the page may show it with other pixels than drawing it does.
  package let isHardToRecord: Bool

  init(_ page: PDFDictionary, _ graph: ObjectGraph) {
    isHardToRecord = RecordingCheck(ResourceSurvey(page, graph), graph).isHard
  }
}
