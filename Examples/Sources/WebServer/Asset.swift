import Foundation

/// The files that the page in the browser consists of: they are in the program.
enum Asset: String, CaseIterable, Sendable {
  case page = "/"
  case style = "/style.css"
  case main = "/main.js"
  case connection = "/connection.js"
  case pages = "/pages.js"
  case tiles = "/tiles.js"
  case text = "/text.js"
  case tools = "/tools.js"
  case search = "/search.js"

  init?(path: String) { self.init(rawValue: path) }

  var mediaType: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    default: "text/javascript; charset=utf-8"
    }
  }

  var data: Data {
    switch self {
    case .page: Data(PackageResources.index_html)
    case .style: Data(PackageResources.style_css)
    case .main: Data(PackageResources.main_js)
    case .connection: Data(PackageResources.connection_js)
    case .pages: Data(PackageResources.pages_js)
    case .tiles: Data(PackageResources.tiles_js)
    case .text: Data(PackageResources.text_js)
    case .tools: Data(PackageResources.tools_js)
    case .search: Data(PackageResources.search_js)
    }
  }
}
