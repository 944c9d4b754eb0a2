public import PostilModel

/// What is different between two documents: of pages, annotations, form fields and the document's parts. Two states of one file can
/// be compared as well as two files, and unsaved edits count.
///
/// ```swift
/// let comparison = try await document.comparison(with: document.revision(1))
/// for page in comparison.pages { print(page.kinds, page.areas) }
/// for annotation in comparison.annotations { print(annotation.kind, annotation.new ?? annotation.old) }
/// ```
public struct DocumentComparison: Sendable, Hashable {
  /// A page that came, went, or is not as it was.
  public struct Page: Sendable, Hashable {
    /// How a page is not as it was.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// It is in the newer document only.
      case added
      /// It is in the older document only.
      case removed
      /// It stands elsewhere among the pages that both have.
      case moved
      /// It is shown turned another way.
      case rotated
      /// One of its boxes is another, or the unit that they are in (``PDFPage/userUnit``).
      case resized
      /// What it shows, without what annotations and form fields show that are told apart, looks different.
      case content
      /// It looks the same and has other words: text that is invisible, covered, in the color of the paper, or read as something else.
      case text
      /// It does something else when it is shown, or is shown for another time or with another transition.
      case behavior
    }

    /// Its index in the older document, from 0; `nil` for an added page.
    public let oldIndex: Int?
    /// Its index in the newer document, from 0; `nil` for a removed page.
    public let newIndex: Int?
    /// How it is not as it was.
    public let kinds: Set<Kind>
    /// Where it looks different, in page space of the newer page, annotations included; empty for pages that only one document has,
    /// that were turned or resized, and of which nothing was drawn.
    public let areas: [PageRect]
  }

  /// An annotation that came, went, or is not as it was, on a page that both documents have.
  public struct AnnotationDifference: Sendable, Hashable {
    /// What became of it.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      case added, removed, changed
    }

    /// What of an annotation is not as it was.
    public enum Aspect: String, Sendable, Hashable, Codable, CaseIterable {
      /// It is at another place, and else the same.
      case position
      /// Its shape or its kind is another, or what it shows or leads to.
      case content
      /// Colors, widths, opacity.
      case style
      /// The text of its note.
      case text
      /// The author or the subject.
      case author
      /// What may be done with it, and whether it is shown.
      case flags
      /// What programs keep with it.
      case metadata
      /// What it does: scripts, other files and programs that it opens, and what it plays.
      case actions
      /// It is on another page.
      case page
    }

    /// What became of it.
    public let kind: Kind
    /// The annotation as it was; `nil` for one that was added.
    public let old: Annotation?
    /// The annotation as it is; `nil` for one that was removed.
    public let new: Annotation?
    /// The index of its page in the older document, from 0; `nil` for one that was added.
    public let oldPage: Int?
    /// The index of its page in the newer document, from 0; `nil` for one that was removed.
    public let newPage: Int?
    /// What of it is not as it was; empty for one that was added or removed.
    public let aspects: Set<Aspect>
  }

  /// A form field that came, went, or is not as it was.
  public struct Field: Sendable, Hashable {
    /// What of a field is not as it was.
    public enum Aspect: String, Sendable, Hashable, Codable, CaseIterable {
      /// Its value.
      case value
      /// What it is, such as a text.
      case kind
      /// What can be chosen, and the values of its buttons.
      case options
      /// Its flags, such as read-only, and how long a text may be.
      case rules
      /// The value that resetting the form gives it.
      case defaultValue
      /// What people read instead of its name, and the name in exported data.
      case names
      /// What is done when it is typed in, shown, checked or calculated.
      case scripts
    }

    /// Its full name.
    public let name: String
    /// The value in the older document, empty for a field without one; `nil` if there is no such field.
    public let old: FormValue?
    /// The value in the newer document, empty for a field without one; `nil` if there is no such field.
    public let new: FormValue?
    /// What of it is not as it was; empty for one that came or went.
    public let aspects: Set<Aspect>
  }

  /// A part of the document beside its pages.
  public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
    /// Title, author and the like.
    case information
    case outline
    case pageLabels
    /// How it is shown when it is opened.
    case settings
    case namedDestinations
    case attachments
    /// Layers (optional content): which there are, and which are shown when it is opened or printed.
    case layers
    /// Scripts and other actions that the document runs by itself.
    case actions
    /// Texts of the tags that stand for what cannot be read, replace text, or say what is abbreviated.
    case alternateTexts
  }

  /// Pages that are not as they were, in the order of the newer document; a removed page stands behind the one before it.
  public let pages: [Page]
  /// Annotations that are not as they were, by page.
  public let annotations: [AnnotationDifference]
  /// Form fields that are not as they were, by name.
  public let fields: [Field]
  /// Parts that are not as they were.
  public let parts: Set<Part>
  /// Which page of the older document each page of the newer one is: indices from 0; `nil` for added pages.
  public let oldIndices: [Int?]

  /// Whether nothing is different of what is compared: what pages look like, their words, boxes and behavior, annotations, form
  /// fields, and the ``Part``s. Tags themselves, metadata packets (XMP) and the notes of programs (`PieceInfo`) are not compared.
  public var isEmpty: Bool { pages.isEmpty && annotations.isEmpty && fields.isEmpty && parts.isEmpty }
}

extension DocumentComparison: CustomStringConvertible {
  /// How much is different: `2 pages, 1 annotation, 0 fields, outline`.
  public var description: String {
    func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
    let counts = [
      counted(pages.count, "page"), counted(annotations.count, "annotation"), counted(fields.count, "field"),
    ]
    return isEmpty
      ? "nothing" : (counts + Part.allCases.filter(parts.contains).map(\.rawValue)).joined(separator: ", ")
  }
}
