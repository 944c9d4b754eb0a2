import Foundation

/// The properties of metadata that PDF/A knows by itself, and what their values are (ISO 19005-1, 6.7.2; ISO 19005-2, 6.6.2.3): those of the
/// XMP Specification, for part 1 as of January 2004, for parts 2 and 3 as of September 2005. Others have to be described by the document.
struct XMPSchemas {
  /// What a value is, or each entry of a list. Choices of values are not told apart, nor what is in a structure.
  enum Value: Substring {
    case text, integer, real, boolean, date, media, coordinate, structure
  }

  struct Property {
    /// The element of RDF that the entries are in: `Bag`, `Seq` or `Alt`; `nil` for one value.
    let list: String?
    let value: Value
    /// In words.
    var description: String { list.map { "\($0) of \(value)" } ?? "\(value)" }
  }

  private var properties: [String: [String: Property]] = [:]

  /// - Parameter part: The part of ISO 19005: 1 to 3.
  init(part: Int) {
    for table in [Self.common, part == 1 ? Self.first : Self.later] { add(table) }
  }

  private mutating func add(_ table: String) {
    var namespace = ""
    for line in table.split(separator: "\n") {
      guard line.first == " " else {
        namespace = String(line)
        continue
      }
      let words = line.split(separator: " ")
      let kind = words[0].dropLast().split(separator: "-")
      guard let last = kind.last, let value = Value(rawValue: last == "languages" ? "text" : last) else {
        continue
      }
      let list = last == "languages" ? "Alt" : kind.count == 2 ? kind[0].capitalized : nil
      for name in words.dropFirst() {
        properties[namespace, default: [:]][String(name)] = Property(list: list, value: value)
      }
    }
  }

  /// A property; `nil` if no schema has it.
  subscript(namespace: String, name: String) -> Property? { properties[namespace]?[name] }

  /// Namespaces, and below each the kinds of values with the names of the properties.
  private static let common = """
    http://www.aiim.org/pdfa/ns/id/
      text: part
      text: amd
    http://purl.org/dc/elements/1.1/
      bag-text: contributor language publisher relation subject type
      text: coverage identifier source
      seq-text: creator
      seq-date: date
      languages: description rights title
      media: format
    http://ns.adobe.com/xap/1.0/
      bag-text: Advisory Identifier
      text: BaseURL CreatorTool Nickname
      date: CreateDate MetadataDate ModifyDate
      alt-structure: Thumbnails
    http://ns.adobe.com/xap/1.0/rights/
      text: Certificate WebStatement
      boolean: Marked
      bag-text: Owner
      languages: UsageTerms
    http://ns.adobe.com/xap/1.0/mm/
      structure: DerivedFrom ManagedFrom RenditionOf
      text: DocumentID InstanceID Manager ManageTo ManageUI ManagerVariant RenditionClass RenditionParams
      text: VersionID LastURL
      seq-structure: History Versions
      integer: SaveID
    http://ns.adobe.com/xap/1.0/bj/
      bag-structure: JobRef
    http://ns.adobe.com/xap/1.0/t/pg/
      structure: MaxPageSize
      integer: NPages
    http://ns.adobe.com/pdf/1.3/
      text: Keywords PDFVersion Producer
    http://ns.adobe.com/photoshop/1.0/
      text: AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State
      text: TransmissionReference
      date: DateCreated
      integer: Urgency
    http://ns.adobe.com/tiff/1.0/
      integer: ImageWidth ImageLength SamplesPerPixel Compression PhotometricInterpretation Orientation
      integer: PlanarConfiguration YCbCrPositioning ResolutionUnit
      seq-integer: BitsPerSample TransferFunction YCbCrSubSampling
      text: XResolution YResolution Make Model Software Artist
      seq-text: WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite
      date: DateTime
      languages: ImageDescription Copyright
    http://ns.adobe.com/exif/1.0/
      text: CompressedBitsPerPixel RelatedSoundFile ExposureTime FNumber SpectralSensitivity
      text: ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue
      text: SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution
      text: ExposureIndex DigitalZoomRatio ImageUniqueID GPSVersionID GPSAltitude GPSSatellites GPSDOP
      text: GPSSpeed GPSTrack GPSImgDirection GPSMapDatum GPSDestBearing GPSDestDistance GPSProcessingMethod
      text: GPSAreaInformation GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSDestBearingRef
      text: GPSDestDistanceRef
      integer: PixelXDimension PixelYDimension FocalLengthIn35mmFilm ExposureProgram MeteringMode
      integer: FocalPlaneResolutionUnit SensingMethod FileSource SceneType CustomRendered ExposureMode
      integer: WhiteBalance SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange
      integer: GPSAltitudeRef GPSDifferential
      languages: UserComment
      date: DateTimeOriginal DateTimeDigitized GPSTimeStamp
      seq-integer: ISOSpeedRatings SubjectArea SubjectLocation ComponentsConfiguration
      structure: OECF Flash SpatialFrequencyResponse CFAPattern DeviceSettingDescription
      coordinate: GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude
    """

  private static let first = """
    http://www.aiim.org/pdfa/ns/id/
      text: conformance
    http://ns.adobe.com/photoshop/1.0/
      text: SupplementalCategories
    http://ns.adobe.com/exif/1.0/
      text: MakerNote ExifVersion FlashpixVersion
      integer: ColorSpace LightSource GPSMeasureMode
    """

  private static let later = """
    http://www.aiim.org/pdfa/ns/id/
      text: conformance corr
    http://ns.adobe.com/photoshop/1.0/
      bag-text: SupplementalCategories
    http://ns.adobe.com/exif/1.0/
      text: ExifVersion FlashpixVersion GPSMeasureMode
      integer: ColorSpace LightSource
    http://ns.adobe.com/xap/1.0/
      text: Label
      real: Rating
    http://ns.adobe.com/xap/1.0/t/pg/
      bag-structure: Fonts
      seq-structure: Colorants
      seq-text: PlateNames
    http://ns.adobe.com/xmp/1.0/DynamicMedia/
      structure: projectRef videoFrameSize videoAlphaPremultipleColor startTimecode altTimecode duration
      structure: introTime outCue relativeTimestamp timeScaleParams resampleParams beatSpliceParams
      text: videoFrameRate videoPixelAspectRatio videoCompressor audioCompressor speakerPlacement
      text: fileDataRate tapeName altTapeName scene shotName shotLocation logComment absPeakAudioFilePath
      text: relativePeakAudioFilePath artist album genre copyright composer engineer instrument
      text: videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder pullDown audioSampleType
      text: audioChannelType key stretchMode timeSignature scaleType
      boolean: videoAlphaUnityIsTransparent loop
      integer: audioSampleRate trackNumber
      date: shotDate videoModDate audioModDate metadataModDate releaseDate
      seq-structure: markers
      bag-structure: contributedMedia
      real: tempo numberOfBeats
    http://ns.adobe.com/camera-raw-settings/1.0/
      boolean: AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings
      integer: BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR
      integer: ColorNoiseReduction Contrast CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue
      integer: RedSaturation Saturation Shadows ShadowTint Sharpness Temperature Tint VignetteAmount
      integer: VignetteMidpoint
      text: CameraProfile RawFileName ToneCurveName Version WhiteBalance
      real: CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure
      seq-text: ToneCurve
    http://ns.adobe.com/exif/1.0/aux/
      text: Lens SerialNumber
    """
}

extension XMPSchemas.Value {
  /// Whether a text is one, as far as that is certain.
  func isRight(_ text: String) -> Bool {
    switch self {
    case .text: true
    case .structure: false
    case .integer: text.wholeMatch(of: /[+-]?[0-9]+/) != nil
    case .real: text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)/) != nil
    case .boolean: text == "True" || text == "False"
    // ISO 8601; without one, nothing is said.
    case .date: text.isEmpty || text.wholeMatch(of: /[+-]?[0-9][-+0-9:.TZ]*/) != nil
    case .media: text.wholeMatch(of: /[^\/]+\/[^\/]+/) != nil
    case .coordinate: text.last.map { "NSEW".contains($0) } ?? false
    }
  }
}
