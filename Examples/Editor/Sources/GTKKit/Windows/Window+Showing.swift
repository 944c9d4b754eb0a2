import CGTK
import Foundation

extension Window {
  /// Opens an address in the user's default program for it.
  public func show(_ address: URL) { gtk_show_uri(c(), address.absoluteString, UInt32(GDK_CURRENT_TIME)) }
}
