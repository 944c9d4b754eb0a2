import Postil

/// How pages are drawn: the options of commands that make pictures.
struct LookOptions {
  private enum Box: String, CaseIterable {
    case crop, media, trim, bleed, art

    var box: PageBox {
      switch self {
      case .crop: .cropBox
      case .media: .mediaBox
      case .trim: .trimBox
      case .bleed: .bleedBox
      case .art: .artBox
      }
    }
  }

  private static let purpose = Option<DrawingPurpose>(
    "--for",
    help:
      "What it is for: layers and annotations may be for screens, print or export only; screen unless given.")
  private static let language = Option(
    "--language", "TAG", help: "The reader's language, such as en-GB, for layers that are for one.",
    parse: Values.text)
  private static let noAnnotations = Option(
    flag: "--no-annotations", help: "Leaves out annotations, form fields aside.")
  private static let noFields = Option(flag: "--no-fields", help: "Leaves out form fields.")
  private static let transparent = Option(
    flag: "--transparent", help: "Without paper: transparent where the page paints nothing.")
  private static let colors = Option<PageLook.Colors>(
    "--colors", help: "The colors: as they are, shades of gray, or light for dark, for reading in the dark.")
  private static let box = Option<Box>(
    "--box", help: "The part of the page that is drawn; crop unless given.")

  static let synopsis =
    "[--for PURPOSE] [--colors COLORS] [--box BOX] [--transparent] [--no-annotations] [--no-fields] [--language TAG] "
    + LayerOptions.synopsis
  static let section = OptionSection(
    title: "How pages are drawn",
    options: [
      purpose.description, colors.description, box.description, transparent.description,
      noAnnotations.description,
      noFields.description, language.description,
    ] + LayerOptions.options)

  /// Whether pictures are transparent where a page paints nothing.
  var isTransparent: Bool { look.paper == .transparent }
  private let look: PageLook
  private let layers: LayerOptions

  init(_ arguments: ParsedArguments) {
    var look = PageLook()
    look.purpose = arguments[Self.purpose] ?? .screen
    look.language = arguments[Self.language]
    look.showsAnnotations = !arguments.has(Self.noAnnotations)
    look.showsFields = !arguments.has(Self.noFields)
    look.paper = arguments.has(Self.transparent) ? .transparent : .white
    look.colors = arguments[Self.colors] ?? .original
    look.box = (arguments[Self.box] ?? .crop).box
    self.look = look
    layers = LayerOptions(arguments)
  }

  /// How pages of a document are drawn.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such layer.
  func look(of document: PDFDocument) throws -> PageLook {
    var look = look
    look.layers = try layers.visibility(in: document)
    return look
  }
}
