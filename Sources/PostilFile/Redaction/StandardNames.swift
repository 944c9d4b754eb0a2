/// The names that ISO 32000 itself gives keys and values, and those that writers of files have agreed on. They say nothing about a
/// document: a redaction that looks for "Page" does not take `/Page` for text. All others were chosen by somebody.
enum StandardNames {
  static func contains(_ name: PDFName) -> Bool { all.contains(name) }

  private static let all: Set<PDFName> = Set(
    (objects + document + pages + graphics + fonts + interaction + structure + others).flatMap {
      $0.split(separator: " ").map { PDFName(String($0)) }
    })

  /// Syntax: filters, encryption, files (clauses 7.3 to 7.6, 7.10, 7.11).
  private static let objects = [
    "Type Subtype Length Filter DecodeParms F FFilter FDecodeParms DL ASCIIHexDecode ASCII85Decode LZWDecode FlateDecode",
    "RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode Crypt AHx A85 LZW Fl RL CCF DCT Predictor Colors",
    "BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError",
    "JBIG2Globals ColorTransform CryptFilterDecodeParms Name Identity Size Prev Root Encrypt Info ID XRefStm XRef ObjStm N",
    "First Extends Index W V SubFilter CF StmF StrF EFF R O U P EncryptMetadata Recipients CryptFilter CFM AuthEvent",
    "DocOpen EFOpen None V2 AESV2 AESV3 StdCF DefaultCryptFilter DefEmbeddedFile Standard OE UE Perms KDFSalt AuthCode MAC",
    "Filespec FS UF DOS Mac Unix EF RF Desc CI Thumb URL EmbeddedFile Params CreationDate ModDate CheckSum CreatorInfo Creator",
    "ResFork Collection CollectionItem CollectionSubitem CollectionField CollectionSchema CollectionSort CollectionColors",
    "AFRelationship Source Data Alternative Supplement EncryptedPayload FormData Schema Unspecified Version EP",
    "Domain Range FunctionType Functions Bounds Encode Decode C0 C1 Order Limits Names Nums Kids Kids Count Linearized H E T L",
  ]

  /// The catalog and what it leads to (7.7, 12.2, 12.3, 14.3).
  private static let document = [
    "Catalog Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads OpenAction AA",
    "URI AcroForm Metadata StructTreeRoot MarkInfo Lang SpiderInfo OutputIntents PieceInfo OCProperties Legal Requirements",
    "NeedsRendering DSS AF DPartRoot DPartRootNode DPart DPM DParts RecordLevel NodeNameList Start End ADBE BaseVersion",
    "ExtensionLevel ExtensionRevision ISO_PDFA DevExtensions DeveloperExtensions SinglePage OneColumn TwoColumnLeft TwoColumnRight TwoPageLeft",
    "TwoPageRight UseNone UseOutlines UseThumbs FullScreen UseOC UseAttachments HideToolbar HideMenubar HideWindowUI FitWindow",
    "CenterWindow DisplayDocTitle NonFullScreenPageMode Direction L2R R2L ViewArea ViewClip PrintArea PrintClip PrintScaling",
    "AppDefault Duplex Simplex DuplexFlipShortEdge DuplexFlipLongEdge PickTrayByPDFSize PrintPageRange NumCopies Enforce",
    "AP JavaScript Templates IDS URLS EmbeddedFiles AlternatePresentations Renditions Title Author Subject Keywords Producer",
    "Trapped True False Unknown XML Parent Last Next Prev Dest A SE C Flags Count XYZ Fit FitH FitV FitR FitB FitBH FitBV",
    "Marked UserProperties Suspects S St D r a A R Contents StructParents StructParent Private LastModified Requirement",
    "GTS_PDFX GTS_PDFA1 ISO_PDFE1 OutputIntent OutputCondition OutputConditionIdentifier RegistryName DestOutputProfile",
    "DestOutputProfileRef MixingHints SpectralData Collection View Sort Schema Navigator Resources Folders Split Colors Child",
    "Permissions Redact DocMDP FieldMDP UR UR3 UR4 FDF GoToRemote Launch Rendition ReqHandlers RH RV Handler Script",
    "Viewport VP PtData Measure GEO RL GPTS LPTS GCS DCS PDU GEOGCS PROJCS EPSG WKT BBox Bounds XPTS Cloud Thread I Bead",
  ]

  /// Pages, resources, XObjects (7.7.3, 7.8, 8.8 to 8.10, 14.11).
  private static let pages = [
    "Page Template MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group Thumb B Dur Trans Annots PZ",
    "SeparationInfo Tabs TemplateInstantiated PresSteps UserUnit ExtGState ColorSpace Pattern Shading XObject Font ProcSet",
    "Properties PDF Text ImageB ImageC ImageI Form Image PS FormType Matrix Ref OC Alternates SMask SMaskInData Mask ImageMask",
    "Interpolate Intent Width Height BPC CS DP IM BM Default DefaultForPrinting Transparency Luminosity Alpha G BC TR I",
    "Isolated Knockout Blinds Box Cover Dissolve Fade Fly Glitter Push Split Uncover Wipe DM M Di SS B NA PA NavNode Tag",
    "OPI BoxStyle GuidelineStyle DeviceColorant PageSpread Trap TrapNet TrapRegions TrapStyles PCM SeparationColorNames",
    "FontFauxing AnnotStates RC ProductionPrinter PrinterMark MN MarkStyle Colorants Process Components Solidities PrintingOrder",
    "DotGain Subtype2 PtData XObject2 Page1 Parent Row Structure MixingHints TOC",
  ]

  /// Graphics (8, 10, 11).
  private static let graphics = [
    "DeviceGray DeviceRGB DeviceCMYK CalGray CalRGB CalCMYK Lab ICCBased Indexed Separation DeviceN NChannel All Gray RGB CMYK",
    "DefaultGray DefaultRGB DefaultCMYK WhitePoint BlackPoint Gamma Matrix Alternate Attributes Cyan Magenta Yellow Black Red",
    "Green Blue Orange Violet PatternType PaintType TilingType XStep YStep ShadingType Background AntiAlias Coords Function",
    "Extend VerticesPerRow BitsPerCoordinate BitsPerFlag BitsPerSample Halftone HalftoneType Frequency Angle SpotFunction",
    "AccurateScreens TransferFunction Xsquare Ysquare Width2 Height2 HalftoneName LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2",
    "TR TR2 HT FL SM SA BM SMask CA ca AIS TK UseBlackPtComp HTO HTP Normal Compatible Multiply Screen Overlay Darken Lighten",
    "ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity AbsoluteColorimetric",
    "RelativeColorimetric Saturation Perceptual SimpleDot InvertedSimpleDot DoubleDot InvertedDoubleDot CosineDot Double",
    "InvertedDouble Line LineX LineY Round Ellipse EllipseA InvertedEllipseA EllipseB EllipseC InvertedEllipseC Square Cross",
    "Rhomboid Diamond Default On Off ON OFF X Y Z Rect Style Pos Q Cs",
    "OCG OCMD OCGs P VE AllOn AnyOn AnyOff AllOff And Or Not View Design Usage Configs BaseState Unchanged Toggle Event AS",
    "Category Order ListMode AllPages VisiblePages RBGroups Locked Language Preferred Export ExportState Zoom min max Print",
    "PrintState ViewState User PageElement HF FG BG Artwork Technical Watermark Ind Org CreatorInfo Compact",
  ]

  /// Fonts (9). The names of fonts themselves are not looked at.
  private static let fonts = [
    "Type0 Type1 Type3 MMType1 TrueType CIDFontType0 CIDFontType2 Type1C CIDFontType0C OpenType BaseFont FirstChar LastChar Widths",
    "FontDescriptor Encoding ToUnicode FontBBox FontMatrix CharProcs DescendantFonts CIDSystemInfo DW DW2 W2 CIDToGIDMap",
    "Registry Ordering Supplement CMap CMapName WMode UseCMap BaseEncoding Differences StandardEncoding MacRomanEncoding",
    "MacExpertEncoding WinAnsiEncoding PDFDocEncoding Identity-H Identity-V Adobe-Identity-UCS FontName FontFamily FontStretch",
    "FontWeight ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth FontFile",
    "FontFile2 FontFile3 CharSet CIDSet Style Panose FD Length1 Length2 Length3 UltraCondensed ExtraCondensed Condensed",
    "SemiCondensed SemiExpanded Expanded ExtraExpanded UltraExpanded Helvetica Helvetica-Bold Helvetica-Oblique",
    "Helvetica-BoldOblique Times-Roman Times-Bold Times-Italic Times-BoldItalic Courier Courier-Bold Courier-Oblique",
    "Courier-BoldOblique Symbol ZapfDingbats Helv HeBo HeOb HeBO TiRo TiBo TiIt TiBI Cour CoBo CoOb CoBO ZaDb Symb",
    "GB-EUC-H GB-EUC-V GBK-EUC-H GBK-EUC-V UniGB-UCS2-H UniGB-UTF16-H UniGB-UCS2-V UniGB-UTF16-V B5pc-H ETen-B5-H ETen-B5-V",
    "UniCNS-UCS2-H UniCNS-UTF16-H UniCNS-UCS2-V UniCNS-UTF16-V 83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90pv-RKSJ-H",
    "EUC-H EUC-V H V UniJIS-UCS2-H UniJIS-UTF16-H UniJIS-UCS2-V UniJIS-UTF16-V KSC-EUC-H KSCms-UHC-H KSCms-UHC-HW-H",
    "UniKS-UCS2-H UniKS-UTF16-H UniKS-UCS2-V UniKS-UTF16-V",
  ]

  /// Annotations, actions, forms, signatures, media (12, 13).
  private static let interaction = [
    "Annot Rect Contents NM M AS Border C CA ca BS BE Popup T IRT Subj RT IT ExData Open State StateModel Name QuadPoints InkList",
    "Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink FileAttachment",
    "Sound Movie Widget Screen PrinterMark TrapNet Watermark 3D Redact Projection RichMedia DA DS CL RD LE IC LL LLE LLO Cap CP",
    "CO Measure Vertices Path Sy OverlayText Repeat RO FixedPrint Comment Key Note Help NewParagraph Paragraph Insert Approved",
    "AsIs Confidential Departmental Draft Experimental Expired Final ForComment ForPublicRelease NotApproved NotForPublicRelease",
    "Sold TopSecret Graph PushPin Paperclip Tag Mic Speaker Butt ClosedArrow OpenArrow RClosedArrow ROpenArrow Slash FreeTextCallout",
    "FreeTextTypeWriter FreeTextTypewriter LineArrow LineDimension PolygonCloud PolygonDimension PolyLineDimension StampImage",
    "StampSnapshot Inline Top Reply Group Markup3D BorderColor Dash Inset Beveled Solid Dashed Caption",
    "GoTo GoToR GoToE GoToDp Thread Sound Hide Named SubmitForm ResetForm ImportData SetOCGState Trans GoTo3DView Action",
    "RichMediaExecute NewWindow Win Mac NextPage PrevPage FirstPage LastPage Print SaveAs Volume Synchronous Mix PreserveRB",
    "IsMap Base JS Before After Fields CharSet Fo Bl PO PC PV PI WC WS DS WP DP PreserveState Operation Target TA SD Dp",
    "Sig Btn Tx Ch FT TU TM Ff DV DR NeedAppearances SigFlags CO Q XFA Opt TI MaxLen MK R BC BG AC RI IX IF TP SW FB Off Yes On",
    "Lock SV SigFieldLock SigRef Include Exclude Action Reference TransformMethod TransformParams DigestMethod DigestValue",
    "DigestLocation ByteRange Location Reason ContactInfo Cert Changes Prop_Build Prop_AuthTime Prop_AuthType FieldMDP Document",
    "EF Form FormEx Msg Annots Signature DocTimeStamp Adobe.PPKLite Adobe.PPKMS Adobe.PubSec Entrust.PPKEF",
    "adbe.pkcs7.detached adbe.pkcs7.sha1 adbe.x509.rsa_sha1 ETSI.CAdES.detached ETSI.RFC3161 VRI Certs OCSPs CRLs OCSP CRL TU",
    "SVCert URLType SubjectDN Issuer OID KeyUsage App OS REx Date PreRelease TrustedMode AppMDP LockDocument Subject AddRevInfo",
    "MediaRendition SelectorRendition MediaClip MediaClipSection MR SR MCD MCS MH BE PL AlternateP CT TF MediaPermissions",
    "MediaPlayers MediaPlayParams MediaScreenParams MediaCriteria MediaOffset MediaDuration MinBitDepth MinScreenSize FWParams",
    "SoftwareIdentifier Timespan SimpleData RichMediaContent RichMediaSettings RichMediaActivation RichMediaDeactivation",
    "RichMediaConfiguration RichMediaInstance RichMediaParams RichMediaPresentation RichMediaAnimation RichMediaWindow",
    "RichMediaPosition RichMediaCommand Assets Configurations Instances Activation Deactivation Settings Presentation Windowed",
    "Embedded Transparent PassContextClick NavigationPane Toolbar Condition Animation Flash Video Asset Cuepoint Binding",
    "3DD 3DV 3DA 3DI 3DB 3DView 3DNode 3DBG 3DRenderMode 3DLightingScheme 3DCrossSection 3DMeasure U3D PRC DV AIS L TB NP VA",
    "XN IN MS U3DPath C2W CO P PS OB Ortho Opacity FOV NR SA PO PC IV IC Solid Wireframe Hidden BoundingBox Illustration",
    "Artwork White Day Night Hard Primary CAD Headlamp Lights Explicit PV XA",
    "Subj Aspect Mode ShowControls FWScale FWPosition Rate Play Stop Pause Resume Once Palindrome Once Sound R B E CO CP Signed",
    "muLaw ALaw Raw Marked Review Accepted Rejected Cancelled Completed XD BL AN SB EX MI SE OL LS PF RM PN",
  ]

  /// Logical structure and tags (14.6 to 14.9).
  private static let structure = [
    "StructTreeRoot StructElem RoleMap ClassMap IDTree ParentTree ParentTreeNextKey Namespaces NS Namespace RoleMapNS PronunciationLexicon",
    "MCR OBJR Pg Obj Stm StmOwn MCID Alt ActualText E Ref PhoneticAlphabet Phoneme ipa x-sampa Artifact Pagination Layout",
    "Background Header Footer Attached Top Bottom Left Right Inline LineNum Span ReversedChars Clip Tx Watermark PageNum Bates",
    "Document DocumentFragment Part Art Sect Div Aside BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6",
    "Title FENote Sub L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB",
    "RT RP Warichu WT WP Em Strong Figure Formula Form O Owner List PrintField UserProperties XML-1.00 HTML-3.20 HTML-4.01",
    "OEB-1.00 RTF-1.05 CSS-1.00 CSS-2.00 CSS-3.00 ARIA-1.1 HTML-5.00 Placement Block Before Start End WritingMode LrTb RlTb TbRl",
    "TbLr LrBt BackgroundColor BorderColor BorderStyle BorderThickness Padding Color Hidden Dotted Dashed Solid Double Groove",
    "Ridge Inset Outset SpaceBefore SpaceAfter StartIndent EndIndent TextIndent TextAlign Center Justify BBox Width Auto",
    "BlockAlign Middle InlineAlign TBorderStyle TPadding BaselineShift LineHeight TextPosition Sup Sub TextDecorationColor",
    "TextDecorationThickness TextDecorationType Underline Overline LineThrough RubyAlign RubyPosition Distribute Warichu",
    "GlyphOrientationVertical ColumnCount ColumnGap ColumnWidths ListNumbering ContinuedList ContinuedFrom None Disc Circle Square",
    "Decimal UpperRoman LowerRoman UpperAlpha LowerAlpha Unordered Ordered Description Role Checked checked on off neutral",
    "rb cb pb tv lb RowSpan ColSpan Headers Scope Summary Short Row Column Both NoteType Footnote Endnote FN",
    "MarkedContent Metadata AuthorTag Plan Artifacts",
  ]

  /// What is not in the standard, and in files all the same.
  private static let others = [
    "PTEX.Fullbanner PTEX.FileName PTEX.PageNumber PTEX.InfoDict SourceModified Company Comments Category Manager GTS_PDFXVersion",
    "GTS_PDFXConformance ADBE_FT ADBE_FillSignInfo Adobe Illustrator AI9 InDesign Photoshop PDFVersion AAPL:Keywords",
    "XXPostil Curves Areas Words Turn RedactionOverlay MarkStyle SPDF SWF Docopen ADBE_JS EBX_HANDLER Adobe.PDF Form-Data",
    "ZaDi Outline text/plain ExtraCharSpan PDFDocument Rectangle ParaLinkXML ParaXML Adobe-Korea1-2 1.7 1.8 2.0",
  ]
}
