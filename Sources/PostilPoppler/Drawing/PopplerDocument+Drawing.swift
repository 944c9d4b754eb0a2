import PostilRenderServer

extension PopplerDocument: DrawnDocument {
  package typealias Drawer = PageDrawer
}
