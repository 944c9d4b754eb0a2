/// What the samples say in one language.
struct SampleWords: Sendable {
  var language: String
  var title, from, to, date, item, count, price, amount, carried, total, pay, code: String
  var chapter, section, contents, table, figure, note, picture: String
  var greeting, closing, name, form, remarks, terms, color, country, signature: String
  var colors, countries, sentences: [String]

  static let all = [english, arabic, chinese]

  static let english = SampleWords(
    language: "en", title: "Invoice 2026-0042", from: "Paper and Pens Ltd, 12 Example Road, Springfield",
    to: "Customer Inc, Side Street 2, Shelbyville", date: "Springfield, 4 May 2026", item: "Item",
    count: "Count",
    price: "Price", amount: "Amount", carried: "Carried over", total: "Total",
    pay: "Please pay within 14 days.",
    code: "QR code of the transfer", chapter: "Chapter", section: "What was found", contents: "Contents",
    table: "Values by year", figure: "Values as bars", note: "See also the sources at the end",
    picture: "Bars that become higher",
    greeting: "Dear reader,", closing: "With kind regards", name: "Name", form: "Application",
    remarks: "Remarks",
    terms: "I agree to the terms.", color: "Color", country: "Country", signature: "Signature",
    colors: ["red", "green", "blue"], countries: ["Germany", "France", "Egypt", "China"],
    sentences: [
      "Documents are written once and read by many people.",
      "Each page says where it belongs, and each part what it is.",
      "What stands in a column goes on at the top of the next one.",
      "Numbers were collected in spring and checked in summer.",
      "Nobody had expected that so much would remain.", "The second attempt took less time than the first.",
    ])

  static let arabic = SampleWords(
    language: "ar", title: "فاتورة 2026-0042", from: "شركة الورق والأقلام، شارع المثال 12، القاهرة",
    to: "العميل، الشارع الجانبي 2، الإسكندرية",
    date: "القاهرة، 4 مايو 2026", item: "الصنف", count: "العدد", price: "السعر", amount: "المبلغ",
    carried: "مرحل", total: "المجموع",
    pay: "يرجى الدفع خلال 14 يوما.", code: "رمز التحويل", chapter: "الفصل", section: "ما تم العثور عليه",
    contents: "المحتويات",
    table: "القيم حسب السنة", figure: "القيم كأعمدة", note: "انظر أيضا المصادر في النهاية",
    picture: "أعمدة ترتفع", greeting: "عزيزي القارئ،",
    closing: "مع أطيب التحيات", name: "الاسم", form: "طلب", remarks: "ملاحظات", terms: "أوافق على الشروط.",
    color: "اللون", country: "البلد",
    signature: "التوقيع", colors: ["أحمر", "أخضر", "أزرق"], countries: ["ألمانيا", "فرنسا", "مصر", "الصين"],
    sentences: [
      "تكتب الوثائق مرة واحدة ويقرؤها كثير من الناس.", "تقول كل صفحة أين مكانها وكل جزء ما هو.",
      "ما يقف في عمود يستمر في أعلى العمود التالي.",
      "جمعت الأرقام في الربيع وفحصت في الصيف.", "لم يتوقع أحد أن يبقى هذا القدر.",
      "استغرقت المحاولة الثانية وقتا أقل من الأولى.",
    ])

  static let chinese = SampleWords(
    language: "zh", title: "发票 2026-0042", from: "纸笔有限公司，北京市示例路十二号", to: "客户公司，上海市侧街二号", date: "北京，2026年5月4日",
    item: "项目", count: "数量",
    price: "单价", amount: "金额", carried: "结转", total: "合计", pay: "请在十四天内付款。", code: "转账二维码", chapter: "章",
    section: "发现的内容", contents: "目录",
    table: "按年份的数值", figure: "柱状数值", note: "另见文末的资料来源", picture: "越来越高的柱子", greeting: "亲爱的读者：",
    closing: "此致敬礼", name: "姓名", form: "申请表",
    remarks: "备注", terms: "我同意条款。", color: "颜色", country: "国家", signature: "签名", colors: ["红色", "绿色", "蓝色"],
    countries: ["德国", "法国", "埃及", "中国"],
    sentences: [
      "文件只写一次，却有许多人阅读。", "每一页都说明它的位置，每一部分都说明它是什么。", "一栏中的内容在下一栏的顶部继续。", "这些数字在春天收集，在夏天核对。", "没有人料到会留下这么多。",
      "第二次尝试比第一次用的时间少。",
    ])
}
