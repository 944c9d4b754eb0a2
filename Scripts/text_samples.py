"""Texts in twelve scripts, and small tables, for judging how text is read (text-scripts-test.py)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """Paragraphs in one script, and what producers have to know of it."""

    language: str
    font: str
    paragraphs: tuple
    direction: str = "ltr"
    #: How LibreOffice divides scripts: western, asian, complex.
    kind: str = "western"
    country: str = "none"
    #: What fontspec calls the script; empty where nothing depends on it.
    tex_script: str = ""
    is_vertical: bool = False


SAMPLES = {
    "latin": Sample("de", "Noto Serif", (
        "Offizielle Auflage: die Schifffahrt fließt effizient durch die fünf Häfen. Ein Affe öffnete pfiffig die Flasche, und der Stoff "
        "flog über den Fluß.",
        "L’œuvre naïve d’Éloïse coûte 1 234,50 € à Besançon; çà et là, où l’été s’achève, un garçon élève ses chiens dans un château "
        "près d’Évreux (voir page 12).",
        "Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń. Þórður kærði áð næst; Ðað er öllum ljóst. Iğdır’da çığlık, İstanbul’da "
        "şölen.",
        "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschafts\u00adkapitän und Rechts\u00adschutz\u00adversicherungs\u00ad"
        "gesell\u00adschaften stritten über Kraft\u00adfahrzeug\u00adhaft\u00adpflicht\u00adver\u00adsicherung und Grund\u00adstücks\u00ad"
        "verkehrs\u00adgenehmigungs\u00adzuständig\u00adkeiten.",
    ), country="DE"),
    "greek": Sample("el", "Noto Serif", (
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Η Αθήνα είναι η πρωτεύουσα της Ελλάδας, με 3.800.000 κατοίκους.",
        "Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν, καὶ θεὸς ἦν ὁ λόγος. Οὗτος ἦν ἐν ἀρχῇ πρὸς τὸν θεόν.",
        "Το έγγραφο PDF έχει 12 σελίδες· διαβάστε το, παρακαλώ!",
    ), country="GR"),
    "cyrillic": Sample("ru", "Noto Serif", (
        "Съешь же ещё этих мягких французских булок, да выпей чаю. Подъезд закрыт, ёлка наряжена.",
        "Україна має 24 області; їжак ґречно з’їв яблуко. У 2024 році файл PDF мав 17 сторінок.",
        "Љубазни фењерџија чађавог лица хоће да ми покаже штос. Широка електрификация южных губерний.",
    ), country="RU"),
    "arabic": Sample("ar", "Noto Naskh Arabic", (
        "لا إله في السلام إلا الأمل؛ الكتابة العربية جميلة، والقراءة أجمل. هل قرأت الآن الإعلان الأول؟",
        "في عام 2024 أصدرت شركة Postil النسخة 3.5 من برنامجها، وبلغ السعر 1,250.75 دولارا (أي أقل بنسبة 25%) لكل مستخدم.",
        "الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ. كَتَبَ الطَّالِبُ رِسَالَةً إِلَى أُسْتَاذِهِ وَشَكَرَهُ.",
        "يقرأ القارئ ملف PDF في متصفح Chrome ثم يرسله إلى info@example.org قبل الساعة ١٢:٣٠ يوم ٥ مايو.",
    ), direction="rtl", kind="complex", country="EG", tex_script="Arabic"),
    "hebrew": Sample("he", "Noto Serif Hebrew", (
        "שלום עולם! היום קראנו ספר על תולדות הכתב העברי, ומחר נכתוב סיפור קצר (בן 250 מילים) לעיתון.",
        "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ. וְהָאָרֶץ הָיְתָה תֹהוּ וָבֹהוּ.",
        "בשנת 1948 גרו כאן 806,000 איש; המחיר עלה ב 12.5% ל 1,299 שקל. הקובץ PDF נפתח בתוכנה Postil במהירות.",
    ), direction="rtl", kind="complex", country="IL", tex_script="Hebrew"),
    "devanagari": Sample("hi", "Noto Serif Devanagari", (
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
        "विद्यार्थी ने क्षत्रिय की कृपा से ज्ञान प्राप्त किया; राष्ट्रपति का पत्र २५ दिसम्बर को पहुँचा।",
        "यह PDF फ़ाइल 12 पृष्ठों की है, और इसमें हिन्दी के कठिन संयुक्ताक्षर हैं: द्ध, श्र, ट्ठ, ङ्क।",
    ), kind="complex", country="IN", tex_script="Devanagari"),
    "bengali": Sample("bn", "Noto Serif Bengali", (
        "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
        "তাঁদের বিবেক এবং বুদ্ধি আছে; সুতরাং সকলেরই একে অপরের প্রতি ভ্রাতৃত্বসুলভ মনোভাব থাকা উচিত।",
        "এই PDF ফাইলে ১২ পৃষ্ঠা আছে, কৃষ্ণ ও লক্ষ্মী তা পড়েছেন।",
    ), kind="complex", country="BD", tex_script="Bengali"),
    "tamil": Sample("ta", "Noto Serif Tamil", (
        "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும் உரிமைகளிலும் சமமானவர்கள்.",
        "கொடுத்த பொருளை கேட்டு வந்தான்; ஸ்ரீ கோவில் PDF பக்கம் 12 இல் உள்ளது.",
    ), kind="complex", country="IN", tex_script="Tamil"),
    "thai": Sample("th", "Noto Serif Thai", (
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม",
        "เด็กที่ดีต้องตั้งใจเรียน น้ำใจงาม และซื่อสัตย์ ไฟล์ PDF นี้มี 12 หน้า",
    ), kind="complex", country="TH", tex_script="Thai"),
    "chinese": Sample("zh", "Noto Serif CJK SC", (
        "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
        "这个文件有十二页，可以用任何阅读器打开；请在“设置”里选择语言，然后重新启动程序。",
        "北京的春天来得很早，公园里的花都开了！你去过颐和园吗？那里的湖水非常清澈。",
    ), kind="asian", country="CN", is_vertical=True),
    "japanese": Sample("ja", "Noto Serif CJK JP", (
        "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。「ニャーニャー」と泣いていた事だけは記憶している。",
        "コンピューターのファイルをダウンロードして、ページを開いてください。",
    ), kind="asian", country="JP", is_vertical=True),
    "korean": Sample("ko", "Noto Serif CJK KR", (
        "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.",
        "이 PDF 파일은 12쪽이며, 값은 3,500원입니다. 빨리 읽고 답해 주세요!",
    ), kind="asian", country="KR"),
}

#: The scripts that stand under each other on one page.
MIXED = ("latin", "arabic", "hebrew", "devanagari", "chinese", "korean", "cyrillic")

TABLES = {
    "latin": (("Größe", "Façade", "Preis"), ("Affe", "fließt", "49.48"), ("Übung", "effizient", "247.40")),
    "greek": (("Πόλη", "Χώρα", "Τιμή"), ("Αθήνα", "Ελλάδα", "12,5"), ("Ρώμη", "Ιταλία", "1.250")),
    "cyrillic": (("Город", "Страна", "Цена"), ("Москва", "Россия", "12,5"), ("Київ", "Україна", "1250")),
    "arabic": (("المدينة", "البلد", "السعر"), ("القاهرة", "مصر", "1,250"), ("الأردن الآن", "سلام Postil", "٤٧")),
    "hebrew": (("עיר", "ארץ", "מחיר"), ("ירושלים", "ישראל", "12.50"), ("תל אביב", "קובץ PDF", "1,299")),
    "devanagari": (("नगर", "देश", "मूल्य"), ("दिल्ली", "भारत", "१२५"), ("काठमाण्डू", "नेपाल", "47.50")),
    "bengali": (("শহর", "দেশ", "মূল্য"), ("ঢাকা", "বাংলাদেশ", "১২৫"), ("কলকাতা", "ভারত", "47.50")),
    "tamil": (("நகரம்", "நாடு", "விலை"), ("சென்னை", "இந்தியா", "125"), ("கொழும்பு", "இலங்கை", "47.50")),
    "thai": (("เมือง", "ประเทศ", "ราคา"), ("กรุงเทพ", "ไทย", "125"), ("เชียงใหม่", "ที่นี่", "47.50")),
    "chinese": (("城市", "国家", "价格"), ("北京", "中国", "125"), ("巴黎", "法国", "47.50")),
    "japanese": (("都市", "国", "値段"), ("東京", "日本", "125"), ("パリ", "フランス", "47.50")),
    "korean": (("도시", "나라", "가격"), ("서울", "대한민국", "125"), ("파리", "프랑스", "47.50")),
}
