@_exported import Postil
@_exported import PostilTools
