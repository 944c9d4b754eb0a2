@_exported import Postil
