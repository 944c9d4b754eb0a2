@_exported import PostilFile
@_exported import PostilGraphics
@_exported import PostilModel
@_exported import PostilRender
