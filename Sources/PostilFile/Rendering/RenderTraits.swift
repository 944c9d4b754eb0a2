/// What the resources of a page say about drawing it.
package struct RenderTraits: Sendable, Hashable {
  /// Whether replaying a recording of the page may show it with other pixels than drawing it does.
  package let isHardToRecord: Bool

  init(_ resources: PDFObject?, _ graph: ObjectGraph) {
    isHardToRecord = RecordingCheck(resources, graph).isHard
  }
}
