/// The attributes that a page may take from the nodes above it (ISO 32000-2, 7.7.3.4).
enum InheritableKey {
  static let all: [PDFName] = ["Resources", "MediaBox", "CropBox", "Rotate"]
}
