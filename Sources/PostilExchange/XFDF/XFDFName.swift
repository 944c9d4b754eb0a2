import PostilXML

/// Names of namespaces.
enum XFDFName {
  /// ISO 19444-1.
  static let xfdf = "http://ns.adobe.com/xfdf/"
  /// What Postil adds so that nothing is lost: elements that other readers pass over.
  static let postil = "urn:postil:xfdf:1"
  static let postilPrefix = "postil"
  static let xhtml = "http://www.w3.org/1999/xhtml"
}

extension XMLElement {
  /// An element of XFDF.
  static func xfdf(_ name: String, _ attributes: [Attribute] = [], _ children: [Child] = []) -> XMLElement {
    XMLElement(name, namespace: XFDFName.xfdf, attributes, children)
  }

  /// An element of Postil's own.
  static func postil(_ name: String, _ attributes: [Attribute] = []) -> XMLElement {
    XMLElement(name, namespace: XFDFName.postil, prefix: XFDFName.postilPrefix, attributes)
  }

  /// Whether it is an element of XFDF: many writers leave the namespace out.
  var isXFDF: Bool { namespace == nil || namespace == XFDFName.xfdf }

  /// The first element of XFDF of that name in it.
  func child(_ name: String) -> XMLElement? { elements.first { $0.isXFDF && $0.name == name } }

  /// The first element of Postil's own of that name in it.
  func postilChild(_ name: String) -> XMLElement? {
    elements.first { $0.namespace == XFDFName.postil && $0.name == name }
  }
}
