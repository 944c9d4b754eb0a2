import CGTK
import Foundation

extension Window {
  /// Shows an address in the program that the person uses for such.
  public func show(_ address: URL) { gtk_show_uri(c(), address.absoluteString, UInt32(GDK_CURRENT_TIME)) }
}
