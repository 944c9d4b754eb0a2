import CGTK
import Foundation

extension Window {
  /// Opens an address in the user's default program for it.
  public func show(_ address: URL) { cgtk_show_uri(c(), address.absoluteString) }
}
