public import Foundation
internal import Postil

/// Values by the keys that they have in the file.
extension PDFAnnotation {
  /// A value by its key: a string, a number, a date, `NSValue`, ``PDFKitPlatformColor``, ``PDFBorder``, ``PDFAction`` and so on; `nil` if it has none.
  public func value(forAnnotationKey key: PDFAnnotationKey) -> Any? {
    switch key {
    case .subtype: return type.map { "/\($0)" }
    case .name: return annotation.id.rawValue
    case .rect: return NSValue(rect: bounds)
    case .contents: return contents
    case .textLabel: return annotation.subtype == "Widget" ? fieldName : userName
    case .date: return modificationDate
    case .color: return color
    case .interiorColor: return interiorColor
    case .border: return border
    case .flags: return annotation.flags.rawValue
    case .page: return page
    case .popup: return popup
    case .action: return action
    case .destination: return destination
    case .open: return isOpen
    case .quadding:
      return annotation.content.freeText.map { _ in alignment == .center ? 1 : alignment == .right ? 2 : 0 }
    case .iconName:
      return annotation.content.note.map { "/\($0.icon.rawValue)" } ?? stampName.map { "/\($0)" }
    case .widgetValue: return widgetStringValue
    case .widgetFieldType: return fieldName == nil ? nil : widgetFieldType.rawValue
    default: return annotation.metadata[Self.plain(key)] ?? fileValue(key)
    }
  }

  /// Gives it a value. A string by a key of a program's own is kept with the annotation, not under that key in the file.
  ///
  /// - Returns: Whether there is such a value, and it is of the right type; an annotation of another kind may leave it as it is.
  @discardableResult public func setValue(_ value: Any, forAnnotationKey key: PDFAnnotationKey) -> Bool {
    switch (key, value) {
    case (.contents, let text as String): contents = text
    case (.textLabel, let text as String): userName = text
    case (.date, let date as Date): modificationDate = date
    case (.color, let new as PDFKitPlatformColor): color = new
    case (.interiorColor, let new as PDFKitPlatformColor): interiorColor = new
    case (.border, let new as PDFBorder): border = new
    case (.flags, let bits as Int): change { $0.flags = AnnotationFlags(rawValue: bits) }
    case (.action, let new as PDFAction): action = new
    case (.destination, let new as PDFDestination): destination = new
    case (.popup, let new as PDFAnnotation): popup = new
    case (.open, let isOn as Bool): isOpen = isOn
    case (.rect, let new as NSValue): bounds = new.rectValue
    case (.rect, let new as CGRect): bounds = new
    case (.quadding, let number as Int): alignment = number == 1 ? .center : number == 2 ? .right : .left
    case (.widgetValue, let text as String): widgetStringValue = text
    case (.iconName, let name as String): setIcon(name)
    case (.subtype, _), (.name, _), (.page, _), (.widgetFieldType, _): return false
    case (_, let text as String) where !Self.known.contains(key):
      let name = Self.plain(key)
      guard !name.isEmpty else { return false }
      change { $0.metadata[name] = text }
    default: return false
    }
    return true
  }

  /// Gives it a truth value.
  @discardableResult public func setBoolean(_ value: Bool, forAnnotationKey key: PDFAnnotationKey) -> Bool {
    setValue(value, forAnnotationKey: key)
  }

  /// Gives it a rectangle.
  @discardableResult public func setRect(_ value: CGRect, forAnnotationKey key: PDFAnnotationKey) -> Bool {
    setValue(NSValue(rect: value), forAnnotationKey: key)
  }

  /// Takes a value away: the text, the author, the date, the interior color, the border, the window, the flags, or a string of a program's
  /// own. Other values stay.
  public func removeValue(forAnnotationKey key: PDFAnnotationKey) {
    switch key {
    case .contents: contents = nil
    case .textLabel: userName = nil
    case .date: modificationDate = nil
    case .interiorColor: interiorColor = nil
    case .border: border = nil
    case .popup: popup = nil
    case .flags: change { $0.flags = [] }
    default: change { $0.metadata[Self.plain(key)] = nil }
    }
  }

  /// All values that it has, by their keys as the file has them.
  public var annotationKeyValues: [AnyHashable: Any] {
    let own = annotation.metadata.reduce(into: [AnyHashable: Any]()) { $0["/\($1.key)"] = $1.value }
    return Self.known.reduce(into: own) { result, key in
      if let value = value(forAnnotationKey: key) { result[key.rawValue] = value }
    }
  }

  private static let known: [PDFAnnotationKey] = [
    .action, .border, .color, .contents, .date, .destination, .flags, .interiorColor, .iconName, .name, .open,
    .page,
    .popup, .quadding, .rect, .subtype, .textLabel, .widgetValue, .widgetFieldType,
  ]

  private static func plain(_ key: PDFAnnotationKey) -> String { String(key.rawValue.drop { $0 == "/" }) }

  private func setIcon(_ name: String) {
    let plain = String(name.drop { $0 == "/" })
    if annotation.content.stamp != nil { stampName = plain }
    change { $0.content.note?.icon = NoteContent.Icon(rawValue: plain) }
  }

  /// What the file says by a key that Postil does not change.
  private func fileValue(_ key: PDFAnnotationKey) -> Any? {
    guard let page, let value = try? page.engine?.document.rawValue(of: value.id, on: page.pageID) else {
      return nil
    }
    switch value[Self.plain(key)] {
    case .string(_)?: return value[Self.plain(key)]?.text
    case .name(let name)?: return "/\(name)"
    case .integer(let number)?: return number
    case .real(let number)?: return number
    case .boolean(let isOn)?: return isOn
    default: return nil
    }
  }
}
