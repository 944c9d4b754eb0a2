#!/usr/bin/env python3
"""Damages real PDF files in all ways that come to mind, and has postil open, edit and save them.

Each case is a file of FOLDER (or one of a few that are built in) with one to eight mutations: bytes, numbers,
references, names, lengths, offsets, nesting, pieces of other files; the trees of fields, the strings that say how fields
look (/DA), byte ranges and the messages of signatures, filters, and what streams are when they are decompressed. With --forms the cases are forms and signed files alone. It goes

- in process, through postil-fuzz: opened, read, its signatures verified, redacted, edited, saved by appending or rewriting, opened
  again, edited and saved again, all taken back, signed;
- through one command of the tool, as a process with a time limit and a limit of its address space.

What must never be: an end by a signal, a hang, an exit status beyond 0 and 1, an error without a word; and where a
save succeeded, another number of pages or annotations, an original that is not the exact beginning of a file that
was appended to, or a file that 'qpdf --check' likes less than the damaged one.

A crash of 'render', 'thumbnails' or 'search' that poppler's own tools have too is counted, and is not ours.

Findings are kept in a folder, made as small as they get within a minute each. What is worth keeping for good goes
to Tests/PostilFileTests/Findings, where a test takes all of them.

The same seed gives the same cases. Exit status 1 if there were findings.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter

import postil_tool as tool

NUMBERS = [
    b"0", b"1", b"-1", b"2", b"255", b"256", b"65535", b"65536", b"99999", b"1000000", b"100000000", b"2147483646",
    b"2147483647", b"2147483648", b"4294967295", b"4294967296", b"9223372036854775807", b"9223372036854775808",
    b"99999999999999999999999", b"-2147483648", b"0.0000001", b"1e5", b"nan", b"3.4028235e38",
]
KEYS = [
    b"/Length", b"/Size", b"/Prev", b"/W", b"/Index", b"/N", b"/First", b"/Count", b"/Kids", b"/Parent", b"/Root",
    b"/Pages", b"/Type", b"/Filter", b"/DecodeParms", b"/Predictor", b"/Columns", b"/Annots", b"/AP", b"/Rect",
    b"/MediaBox", b"/Rotate", b"/Contents", b"/Resources", b"/Encrypt", b"/ID", b"/XRefStm", b"/Extends", b"/Info",
    b"/NM", b"/InkList", b"/L", b"/QuadPoints", b"/Vertices", b"/BS", b"/Border", b"/C", b"/M", b"/P", b"/Popup",
    b"/Fields", b"/FT", b"/T", b"/V", b"/DA", b"/DR", b"/Opt", b"/MaxLen", b"/Ff", b"/I", b"/AS", b"/MK", b"/Dest",
    b"/Subtype", b"/BBox", b"/Matrix", b"/XObject", b"/Font", b"/Encoding", b"/ToUnicode", b"/DescendantFonts", b"/FirstChar",
    b"/Widths", b"/DW", b"/Width", b"/Height", b"/BitsPerComponent", b"/ColorSpace", b"/Decode", b"/SMask", b"/K", b"/StructTreeRoot",
    b"/Next", b"/Last", b"/Names", b"/Limits", b"/Nums", b"/Metadata", b"/EF", b"/ByteRange", b"/SubFilter", b"/Perms",
]
#: Words for the strings that say how a field looks.
APPEARANCE_WORDS = [
    b"/Helv", b"/F1", b"/F#00", b"/#", b"/ZaDb", b"12", b"0", b"-5", b"1e400", b"nan", b"99999999999999999999", b"0.00001",
    b"Tf", b"Tf Tf", b"g", b"rg", b"k", b"0.5 0.5", b"1 0 0", b"Tm", b"[", b"]", b"<<", b"\\(", b"\\)", b"(", b"\xff\xfe",
    b"\xc3\x28", b"q", b"/Helv 12 Tf 0 g " * 400,
]
#: What content streams and character maps are made of.
CONTENT_WORDS = [
    b"q", b"Q", b"BT", b"ET", b"cm", b"Tm", b"Td", b"Tf", b"Tj", b"TJ", b"'", b'"', b"Tr", b"Tz", b"Do", b"gs", b"BDC", b"EMC", b"BI",
    b"ID", b"EI", b"sh", b"scn", b"W n", b"re f", b"m", b"l", b"c S", b"d0", b"d1", b"/X", b"/F1", b"/P", b"<</MCID 0>>", b"(a)", b"<0041>",
    b"[", b"]", b"beginbfrange", b"endbfrange", b"begincidrange", b"endcidrange", b"<0000><FFFF>", b"usecmap", b"1e30", b"0 0 0 0 0 0",
]
FILTERS = [b"FlateDecode", b"LZWDecode", b"ASCII85Decode", b"ASCIIHexDecode", b"RunLengthDecode", b"DCTDecode", b"CCITTFaxDecode",
           b"JBIG2Decode", b"JPXDecode", b"Crypt", b"Fl", b"X"]
SIGNING_KEYS = tool.ROOT / "Tests/PostilSignaturesTests/Keys"
KEYWORDS = [
    b"obj", b"endobj", b"stream", b"endstream", b"xref", b"trailer", b"startxref", b"%%EOF", b"R", b"null", b"true",
    b"<<", b">>", b"[", b"]", b"(", b")", b"<", b">", b"n", b"f", b"%PDF-1.4",
]


# Seeds ---------------------------------------------------------------------------------------------------------


def seed_file(version, objects, xref="table"):
    """A small file of the given objects, of which the first is the catalog."""
    out = bytearray(b"%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n" % version)
    offsets = {}
    for number, body in objects.items():
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, size = len(out), max(objects) + 1
    if xref == "table":
        out += b"xref\n0 %d\n0000000000 65535 f\r\n" % size
        for number in range(1, size):
            out += b"%010d 00000 n\r\n" % offsets[number] if number in offsets else b"0000000000 00001 f\r\n"
        out += b"trailer\n<</Size %d/Root 1 0 R>>\n" % size
    else:
        offsets[size] = start
        rows = b"".join(
            bytes([number in offsets]) + offsets.get(number, 0).to_bytes(4, "big") + bytes(2)
            for number in range(size + 1))
        out += b"%d 0 obj\n<</Type/XRef/W[1 4 2]/Size %d/Root 1 0 R/Length %d>>\nstream\n" % (
            size, size + 1, len(rows)) + rows + b"\nendstream\nendobj\n"
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def built_in_seeds():
    """Annotations of many kinds, a tree of two levels, object streams' parents: what Postil has to read."""
    annotations = [
        b"<</Type/Annot/Subtype/Ink/Rect[1 1 90 90]/InkList[[5 5 9 9 20 3][1 2 3 4]]/C[1 0 0]/BS<</W 2>>/NM(i)>>",
        b"<</Type/Annot/Subtype/Line/Rect[1 1 90 90]/L[2 2 80 80]/LE[/None/OpenArrow]/C[]/Border[0 0 1[3 2]]>>",
        b"<</Type/Annot/Subtype/Square/Rect[10 10 50 50]/IC[0 1 0]/CA .5/BE<</S/C/I 1>>/AP<</N 9 0 R>>>>",
        b"<</Type/Annot/Subtype/Text/Rect[10 10 50 50]/Contents(x)/Popup 14 0 R/NM(t)>>",
        b"<</Type/Annot/Subtype/Popup/Rect[10 10 50 50]/Parent 13 0 R>>",
        b"<</Type/Annot/Subtype/Polygon/Rect[10 10 50 50]/Vertices[1 2 30 4 50 60]>>",
    ]
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D/P(A)>>]>>/AcroForm<</Fields[]>>>>",
        2: b"<</Type/Pages/Count 3/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 400]>>",
        3: b"<</Type/Pages/Parent 2 0 R/Count 2/Kids[5 0 R 6 0 R]/Rotate 90>>",
        4: b"<</Type/Page/Parent 2 0 R/Contents 8 0 R>>",
        5: b"<</Type/Page/Parent 3 0 R/Contents[8 0 R 8 0 R]/Annots[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]>>",
        6: b"<</Type/Page/Parent 3 0 R/Annots 7 0 R/CropBox[10 10 200 200]>>",
        7: b"[10 0 R]",
        8: b"<</Length 13>>\nstream\n0 0 50 50 re f\nendstream",
        9: b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 10>>\nstream\n0 0 9 9 re\nendstream",
    }
    objects.update({10 + index: body for index, body in enumerate(annotations)})
    return [seed_file(b"1.4", objects), seed_file(b"1.5", objects, "stream"), form_seed(), parts_seed(), content_seed()]


def content_seed():
    """Text, images and forms in chains of filters, composite fonts, a pattern, a soft mask, tags."""
    def stream(dictionary, data, filters=b"/FlateDecode"):
        for name in reversed(filters.split()):
            data = {b"/FlateDecode": zlib.compress, b"/ASCIIHexDecode": lambda data: data.hex().encode() + b">"}[name](data)
        return b"<<%s/Filter[%s]/Length %d>>\nstream\n%s\nendstream" % (dictionary, filters, len(data), data)
    content = (b"/P <</MCID 0>> BDC BT /F1 12 Tf 20 20 Td (secret text) Tj /F2 9 Tf 0 20 Td <00410042> Tj [(a)-200(b)]TJ ET EMC "
               b"q 50 0 0 50 100 100 cm /I Do Q q /G gs /X Do Q /Pattern cs /Q scn 5 5 40 40 re f BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI")
    image = b"/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray"
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 90 90]"
    return seed_file(b"1.7", {
        1: b"<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 12 0 R>>",
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>",
        3: b"<</Type/Page/Parent 2 0 R/Contents[4 0 R]/StructParents 0/Resources<</Font<</F1 5 0 R/F2 6 0 R>>/XObject<</I 9 0 R/X 10 0 R>>"
           b"/Pattern<</Q 11 0 R>>/ExtGState<</G<</SMask<</S/Luminosity/G 10 0 R>>>>>>>>>>",
        4: stream(b"", content, b"/ASCIIHexDecode /FlateDecode"),
        5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 97/LastChar 99/Widths[500 500 500]/Encoding<</Differences[97/a/b]>>>>",
        6: b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
        7: b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500"
           b"/W[65[500 600]70 80 700]/W2[65 70 -1000 500 880]>>",
        8: stream(b"", b"1 begincodespacerange <0000><FFFF> endcodespacerange 2 beginbfrange <0041><0042><0041> <0043><0044>[<0043><0044>] "
                       b"endbfrange 1 beginbfchar <0045><00450046> endbfchar"),
        9: stream(image + b"/DecodeParms[null<</Predictor 12/Columns 4>>]/SMask 13 0 R", b"\2abcd" * 4, b"/ASCIIHexDecode /FlateDecode"),
        10: stream(form + b"/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Font<</F1 5 0 R>>>>", b"BT /F1 9 Tf 5 5 Td (secret) Tj ET"),
        11: stream(b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>", b"0 0 5 5 re f"),
        12: b"<</Type/StructTreeRoot/K[14 0 R]/ParentTree<</Nums[0[14 0 R]]>>>>",
        13: stream(image, bytes(range(16))),
        14: b"<</Type/StructElem/S/H1/P 12 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 3 0 R/MCID 0>>]/ActualText(secret)>>",
    })


def tree_seed():
    """A tree of fields: deep, shared by pages, in circles, without widgets, with seed values of a signature."""
    def widget(rest):
        return b"<</Type/Annot/Subtype/Widget/F 4/Rect[10 10 90 40]" + rest + b">>"
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 12 0 R 13 0 R 14 0 R 15 0 R]/CO[11 0 R 12 0 R]"
           b"/DA(/F#31 0 Tf 0.5 0.5 g)/DR<</Font<</F1 5 0 R>>>>>>>>",
        2: b"<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 400]>>",
        3: b"<</Type/Page/Parent 2 0 R/Annots[11 0 R 12 0 R 15 0 R 16 0 R]>>",
        4: b"<</Type/Page/Parent 2 0 R/Annots[12 0 R 17 0 R]>>",
        5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/Zhe/Euro]>>/FirstChar 65/LastChar 66"
           b"/Widths[500 600]>>",
        12: widget(b"/FT/Tx/T(shared)/Q 2/DA(/F1 12 Tf 1 0 0 rg)/MK<</R 270>>"),
        13: b"<</FT/Tx/T(ghost)/V(x)>>",
        14: b"<</FT/Btn/Ff 49152/T(radio)/Opt[(a)(b)]/Kids[16 0 R 17 0 R 14 0 R 6 0 R]>>",
        15: widget(b"/FT/Sig/T(sign)/SV<</Ff 13/Reasons[(why)]/MDP<</P 2>>/SubFilter[/adbe.pkcs7.detached]/V 1"
                   b"/Cert<</Ff 1/Subject[<3003020101>]>>/TimeStamp<</Ff 1/URL(x)>>/DigestMethod[(SHA256)]>>"),
        16: widget(b"/Parent 14 0 R/AS/Off"), 17: widget(b"/Parent 14 0 R/AS/b"),
    }
    for number in range(6, 11):
        objects[number] = b"<</T(level%d)/Kids[%d 0 R]%s>>" % (
            number, number + 1, b"/Parent %d 0 R" % (number - 1) if number > 6 else b"/FT/Tx/Ff 4096")
    objects[11] = widget(b"/Parent 10 0 R/T(deep)/V(one\rtwo)/DA(/F1 0 Tf 0 0 0 1 k)/BS<</W 2/S/D/D[2 1]>>")
    return seed_file(b"1.7", objects)


def signed_seeds(postil, folder):
    """The forms, signed by the tool: once, certified, and certified and then filled in."""
    source, result = folder / "unsigned.pdf", []
    source.write_bytes(form_seed(is_signed=False))
    environment = dict(os.environ, POSTIL_KEY_PASSWORD="postil")
    def run(*words):
        done = subprocess.run([postil, *words], capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(f"The seeds cannot be made: {done.stderr}")
    for key, more in (("rsa", []), ("ec", ["--certify", "forms"]), ("edwards", ["--field", "signed"])):
        target = folder / f"signed-{key}.pdf"
        run("sign", source, "--key", SIGNING_KEYS / f"{key}.p12", *more, "-o", target)
        result.append(target.read_bytes())
    target = folder / "signed-filled.pdf"
    run("fill", folder / "signed-ec.pdf", "--set", "check=no", "--set", "combo=y", "-o", target)
    return [*result, target.read_bytes()]


def form_seed(is_signed=True):
    """Fields of all kinds, in a tree, with scripts, and a signature, or an empty field for one."""
    def widget(rest):
        return b"<</Type/Annot/Subtype/Widget/F 4/Rect[10 10 90 40]/P 3 0 R" + rest + b">>"
    permissions, value = (b"/Perms<</DocMDP 12 0 R>>", b"/V 12 0 R") if is_signed else (b"", b"")
    return seed_file(b"1.7", {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 8 0 R 9 0 R 10 0 R 11 0 R]/CO[6 0 R]/SigFlags 3"
           b"/DA(/Helv 9 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>>>" + permissions + b">>",
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 400]>>",
        3: b"<</Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]>>",
        4: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        5: b"<</T(a)/FT/Tx/Kids[6 0 R 7 0 R]/Q 1>>",
        6: widget(b"/Parent 5 0 R/T(sum)/V(7)/MK<</R 90/BG[1 1 0]/BC[0]>>/AA<</C<</S/JavaScript/JS"
                  b"(AFSimple_Calculate\\(\"SUM\", new Array \\(\"a.b\"\\)\\);)>>"
                  b"/F<</S/JavaScript/JS(AFNumber_Format\\(2, 0, 0, 0, \"\", true\\);)>>>>"),
        7: widget(b"/Parent 5 0 R/T(b)/V(\xfe\xff\x04\x16)/MaxLen 8/Ff 16777216/DA(/Helv 0 Tf 1 0 0 rg)"),
        8: widget(b"/FT/Btn/T(check)/V/Yes/AS/Yes/AP<</N<</Yes 13 0 R/Off 13 0 R>>>>"),
        9: widget(b"/FT/Ch/T(list)/Ff 2097152/Opt[(one)[(2)(two)](three)]/V[(one)(2)]/I[0 1]"),
        10: widget(b"/FT/Ch/T(combo)/Ff 393216/Opt[(x)(y)]/V(x)/DV(y)"),
        11: widget(b"/FT/Sig/T(signed)" + value + b"/Lock<</Action/Include/Fields[(a)]>>"),
        12: b"<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 100 200 1400]"
            b"/Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]/M(D:20260101)"
            b"/Contents<3082010006092a864886f70d010702a081f2>>>",
        13: b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 10>>\nstream\n0 0 9 9 re\nendstream",
    })


def parts_seed():
    """An outline, named places, labels, attachments, metadata."""
    packet = (b"<?xpacket begin='' id=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf="
              b"'http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/'>"
              b"<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>T</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>"
              b"</x:xmpmeta><?xpacket end='w'?>")
    return seed_file(b"1.7", {
        1: b"<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R/PageLabels<</Kids[9 0 R]>>/Metadata 10 0 R/Lang(en)"
           b"/Names<</Dests 11 0 R/EmbeddedFiles<</Names[(a.txt)12 0 R]>>>>/Dests<</old[4 0 R/Fit]>>"
           b"/ViewerPreferences<</HideToolbar true>>/PageMode/UseOutlines/OpenAction[3 0 R/XYZ 1 2 3]>>",
        2: b"<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 400]>>",
        3: b"<</Type/Page/Parent 2 0 R/Annots[14 0 R]>>",
        4: b"<</Type/Page/Parent 2 0 R>>",
        5: b"<</Type/Outlines/First 6 0 R/Last 7 0 R/Count 3>>",
        6: b"<</Title(One)/Parent 5 0 R/Next 7 0 R/First 8 0 R/Last 8 0 R/Count 1/Dest(place)>>",
        7: b"<</Title(\xfe\xff\x04\x16)/Parent 5 0 R/Prev 6 0 R/A<</S/URI/URI(http://example.org)>>/C[1 0 0]/F 3>>",
        8: b"<</Title(Two)/Parent 6 0 R/Dest[4 0 R/FitR 1 2 3 4]>>",
        9: b"<</Nums[0<</S/r/St 3>>1<</P(A-)/S/D>>]/Limits[0 1]>>",
        10: b"<</Type/Metadata/Subtype/XML/Length %d>>\nstream\n%s\nendstream" % (len(packet), packet),
        11: b"<</Names[(place)[4 0 R/XYZ null 10 0](two)<</D[3 0 R/FitH 5]>>]/Limits[(place)(two)]>>",
        12: b"<</Type/Filespec/F(a.txt)/UF(a.txt)/Desc(d)/EF<</F 13 0 R>>>>",
        13: b"<</Type/EmbeddedFile/Subtype/text#2Fplain/Params<</Size 3/CreationDate(D:2026)>>/Length 3>>\nstream\nabc\nendstream",
        14: b"<</Type/Annot/Subtype/Link/Rect[1 1 50 50]/A<</S/GoTo/D(place)>>>>",
    })


# Mutations -----------------------------------------------------------------------------------------------------


class Mutator:
    def __init__(self, dice, others, forms=False):
        self.dice, self.others = dice, others
        form_kinds = [self.field_tree, self.field_tree, self.appearance, self.byte_range, self.message, self.message]
        self.kinds = [
            self.flip, self.flip, self.overwrite, self.delete, self.repeat, self.truncate, self.number, self.number,
            self.number, self.reference, self.reference, self.name, self.key_number, self.key_number, self.keyword,
            self.nest, self.splice, self.swap, self.offset, self.append_update, self.filter, self.inside, self.inside,
        ] + form_kinds * (3 if forms else 1)

    def mutate(self, data):
        for _ in range(self.dice.choice([1, 1, 1, 2, 2, 3, 5, 8])):
            if data:
                data = self.dice.choice(self.kinds)(data)
        return data

    def place(self, data):
        # As often near the end, where the table is, as anywhere.
        if self.dice.random() < 0.3:
            return self.dice.randrange(max(0, len(data) - 1500), len(data))
        return self.dice.randrange(len(data))

    def replace(self, data, start, end, new):
        return data[:start] + new + data[end:]

    def match(self, data, pattern):
        """A match at a random place, or None."""
        start = self.place(data)
        return re.compile(pattern).search(data, max(0, start - 40)) or re.search(pattern, data)

    def flip(self, data):
        at = self.place(data)
        return self.replace(data, at, at + 1, bytes([data[at] ^ 1 << self.dice.randrange(8)]))

    def overwrite(self, data):
        at = self.place(data)
        new = self.dice.randbytes(self.dice.randrange(1, 32))
        return self.replace(data, at, at + len(new), new)

    def delete(self, data):
        at = self.place(data)
        return self.replace(data, at, at + self.dice.choice([1, 2, 7, 50, 500, 5000]), b"")

    def repeat(self, data):
        at = self.place(data)
        piece = data[at:at + self.dice.choice([1, 10, 100, 2000])]
        return self.replace(data, at, at, piece * self.dice.choice([1, 2, 30]))

    def truncate(self, data):
        return data[:self.place(data)]

    def number(self, data):
        found = self.match(data, rb"(?<![\w.])-?\d+(?![\w.])")
        if not found:
            return self.flip(data)
        near = [str(int(found[0][:18]) + by).encode() for by in (-1, 1)]
        return self.replace(data, found.start(), found.end(), self.dice.choice(NUMBERS + near))

    def reference(self, data):
        found = self.match(data, rb"\d+ \d+ R")
        if not found:
            return self.flip(data)
        other = self.match(data, rb"\d+ \d+ (?=obj)")
        new = self.dice.choice([
            other[0] + b"R" if other else b"1 0 R", b"2147483647 0 R", b"0 0 R", b"1 65535 R", b"null", b"[]",
            b"%d 0 R" % self.dice.randrange(1, 60)])
        return self.replace(data, found.start(), found.end(), new)

    def name(self, data):
        found = self.match(data, rb"/[A-Za-z]+")
        if not found:
            return self.flip(data)
        return self.replace(data, found.start(), found.end(), self.dice.choice(KEYS))

    def key_number(self, data):
        found = self.match(data, rb"(?:%s)\s*\[?\s*(-?\d+)" % b"|".join(KEYS[:12]))
        if not found:
            return self.number(data)
        return self.replace(data, found.start(1), found.end(1), self.dice.choice(NUMBERS))

    def keyword(self, data):
        found = self.match(data, rb"\b(?:obj|endobj|stream|endstream|xref|trailer|startxref)\b|<<|>>|[\[\]()]")
        if not found:
            return self.flip(data)
        return self.replace(data, found.start(), found.end(), self.dice.choice(KEYWORDS))

    def nest(self, data):
        depth = self.dice.choice([10, 100, 600, 20000])
        piece = self.dice.choice([b"[" * depth, b"<</K" * depth, b"(" * depth, b"[" * depth + b"]" * depth,
                                  b"<<" * depth + b">>" * depth])
        found = self.match(data, rb"(?<=obj)\s|(?<=/[A-Z])\s|\[")
        at = found.end() if found else self.place(data)
        return self.replace(data, at, at, piece)

    def splice(self, data):
        other = self.dice.choice(self.others)
        at, start = self.place(data), self.dice.randrange(max(1, len(other)))
        return self.replace(data, at, at, other[start:start + self.dice.choice([20, 300, 4000])])

    def swap(self, data):
        a, b = sorted((self.place(data), self.place(data)))
        count = self.dice.choice([4, 40, 400])
        return data[:a] + data[b:b + count] + data[a + count:b] + data[a:a + count] + data[b + count:]

    def offset(self, data):
        found = self.match(data, rb"\d{10} \d{5} [nf]") or self.match(data, rb"startxref\s+(\d+)")
        if not found:
            return self.number(data)
        new = self.dice.choice([
            b"%010d 00000 n" % self.dice.randrange(len(data)), b"0000000000 00000 n", b"9999999999 99999 n",
            b"0000000000 65535 f", b"0000000017 00001 n"])
        if found[0].startswith(b"startxref"):
            new = b"startxref\n%d" % self.dice.choice([0, 1, len(data), self.dice.randrange(len(data))])
        return self.replace(data, found.start(), found.end(), new)

    def filter(self, data):
        """Other filters, more of them, or other parameters."""
        found = self.match(data, rb"/Filter\s*(\[[^\]]*\]|/\w+)")
        if not found:
            return self.name(data)
        names = re.findall(rb"/(\w+)", found[1])
        at = self.dice.randrange(len(names) + 1)
        names[at:at + self.dice.choice([0, 1])] = self.dice.choices(FILTERS, k=self.dice.choice([0, 1, 1, 2, 40]))
        values = [b"/%s %s" % (key, self.dice.choice(NUMBERS)) for key in (b"Predictor", b"Columns", b"Colors", b"BitsPerComponent")
                  if self.dice.random() < 0.5]
        new = b"[" + b"".join(b"/" + name for name in names) + b"]"
        if self.dice.random() < 0.5:
            new += b"/DecodeParms<<" + b"".join(values) + b">>"
        return self.replace(data, found.start(1), found.end(1), new)

    def inside(self, data):
        """Mutates what a compressed stream is, and compresses it again."""
        starts = [found.end() for found in re.finditer(rb"stream\r?\n(?=\x78)", data)][:500]
        if not starts:
            return self.overwrite(data)
        start = self.dice.choice(starts)
        inflate = zlib.decompressobj()
        try:
            plain = inflate.decompress(data[start:], 1 << 20)
        except zlib.error:
            return self.overwrite(data)
        if not inflate.eof or not plain:
            return self.overwrite(data)
        for _ in range(self.dice.choice([1, 1, 3, 8])):
            at = self.dice.randrange(len(plain) + 1)
            words = b" " + b" ".join(self.dice.choices(CONTENT_WORDS + NUMBERS, k=self.dice.choice([1, 3, 12]))) + b" "
            match self.dice.randrange(4):
                case 0: plain = plain[:at] + words + plain[at:]
                case 1: plain = plain[:at] + plain[at + self.dice.choice([1, 10, 200]):]
                case 2: plain = plain[:at] + words * self.dice.choice([1, 20]) + plain[at + len(words):]
                case 3: plain = plain[:at] + bytes([self.dice.randrange(256)]) + plain[at + 1:]
        packed = zlib.compress(plain)
        end = len(data) - len(inflate.unused_data)
        # Where it fits it takes the old one's place, so that all offsets stay.
        if len(packed) <= end - start:
            packed += bytes(end - start - len(packed))
        return self.replace(data, start, end, packed)

    def field_tree(self, data):
        """Another parent, other kids, a part of a name taken away or another kind: of a field."""
        found = self.match(data, rb"/(?:Parent|Kids|Fields|CO|FT|T|Opt|V|I|AS|Ff|MaxLen|Q|SV|Lock)\s*(\[[^\[\]<>]*\]|\([^()]*\)|"
                                 rb"/\w+|-?\d+(?: \d+ R)?)")
        if not found:
            return self.reference(data)
        numbers = re.findall(rb"(\d+) \d+ obj", data)[:200] or [b"1"]
        some = [self.dice.choice(numbers) + b" 0 R" for _ in range(self.dice.choice([1, 2, 5, 300]))]
        new = self.dice.choice([
            some[0], b"[" + b" ".join(some) + b"]", b"(" + b"a." * self.dice.choice([1, 40, 3000]) + b")", b"()", b"/Tx", b"/Btn",
            b"/Ch", b"/Sig", self.dice.choice(NUMBERS), b"[[(a)(b)][(c)]7]", b"null"])
        return self.replace(data, found.start(1), found.end(1), new)

    def appearance(self, data):
        found = self.match(data, rb"/DA\s*(\([^()]*\))")
        if not found:
            return self.field_tree(data)
        words = [self.dice.choice(APPEARANCE_WORDS) for _ in range(self.dice.randrange(1, 12))]
        return self.replace(data, found.start(1), found.end(1), b"(" + b" ".join(words) + b")")

    def byte_range(self, data):
        found = self.match(data, rb"/ByteRange\s*\[([^\]]*)\]")
        if not found:
            return self.number(data)
        numbers = found[1].split()
        for _ in range(self.dice.choice([1, 1, 2, 4])):
            if not numbers:
                break
            at, old = self.dice.randrange(len(numbers)), self.dice.choice(numbers)
            near = str(int(old[:12]) + self.dice.choice([-1, 1, 2])).encode() if old[:12].isdigit() else old
            numbers[at:at + 1] = self.dice.choice([
                [near], [self.dice.choice(NUMBERS)], [], [old, old], [b"%d" % len(data)], [b"%d" % self.dice.randrange(len(data))]])
        return self.replace(data, found.start(1), found.end(1), b" ".join(numbers))

    def message(self, data):
        """The signature's message, which stays hexadecimal: bytes, lengths, pieces left out or twice."""
        found = self.match(data, rb"/Contents\s*<([0-9A-Fa-f]{40,})>")
        if not found:
            return self.byte_range(data)
        try:
            message = bytearray.fromhex(found[1].decode()[:len(found[1]) & ~1])
        except ValueError:
            return self.flip(data)
        used = max(len(message.rstrip(b"\0")), 1)
        for _ in range(self.dice.choice([1, 1, 2, 6])):
            at = self.dice.randrange(min(used, self.dice.choice([20, 200, used])) or 1)
            match self.dice.randrange(6):
                case 0: message[at] ^= 1 << self.dice.randrange(8)
                case 1: message[at] = self.dice.choice([0, 0x30, 0x31, 0x80, 0x84, 0x88, 0xA0, 0xFF, 0x06, 0x24])
                case 2: message[at:at + 5] = b"\x84" + self.dice.randbytes(4)
                case 3: del message[at:at + self.dice.choice([1, 4, 60])]
                case 4: message[at:at] = message[at:at + self.dice.choice([2, 30, 500])]
                case 5: message[at:at] = b"\x30\x80" * self.dice.choice([1, 50, 3000])
        new = bytes(message).hex().encode()
        if self.dice.random() < 0.5:
            # As long as it was, so that the byte range still fits.
            new = new[:len(found[1])].ljust(len(found[1]), b"0")
        return self.replace(data, found.start(1), found.end(1), new)

    def append_update(self, data):
        """An update that redefines an object, or claims many."""
        start = data.rfind(b"startxref")
        previous = re.match(rb"startxref\s+(\d+)", data[start:] if start >= 0 else b"")
        root = re.search(rb"/Root\s+\d+ \d+ R", data)
        number = self.dice.choice([1, 2, 3, 5, 9, 2147483647, 99999999])
        body = self.dice.choice([b"null", b"<</Length 99999999>>\nstream\n", b"<</Kids[%d 0 R]>>" % number, b"[[[", b"7"])
        at = len(data)
        section = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        entry = b"xref\n%d %d\n%010d 00000 n\r\ntrailer\n<</Size %d%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n" % (
            number, self.dice.choice([1, 1, 1, 0, 2, 1000000]), at, number + 1, root[0] if root else b"",
            previous[1] if previous else b"0", at + len(section))
        return data + section + entry


# Running -------------------------------------------------------------------------------------------------------


def limited(megabytes, seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    return limit


class InProcess:
    """postil-fuzz, started anew when it went down."""

    def __init__(self, program, seconds, megabytes):
        self.program, self.seconds, self.megabytes = program, seconds, megabytes
        self.process = None

    def start(self):
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        environment.setdefault("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1")
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.program, SIGNING_KEYS / "ec.p12"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=environment,
            preexec_fn=limited(self.megabytes, None))
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.selector.close()
            self.process = None

    def run(self, seed, path, target):
        """What came of a case, and what was wrong: (outcome, faults)."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(f"{seed}\t{path}\t{target}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        line, deadline = b"", time.monotonic() + self.seconds
        while not line.endswith(b"\n"):
            if not self.selector.select(max(0, deadline - time.monotonic())):
                self.stop()
                return {}, [f"in process: hang, more than {self.seconds} s"]
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                status = self.process.wait()
                self.errors.seek(0)
                said = self.errors.read().decode("utf-8", "replace")
                self.stop()
                return {}, [f"in process: {how(status)}: {cause(said)}"]
            line += piece
        outcome = json.loads(line)
        return outcome, [f"in process: {fault}" for fault in outcome["faults"]]


def how(status):
    return f"crash, {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def cause(said):
    """The line of a crash's messages that tells what it was."""
    for pattern in (r"ERROR: AddressSanitizer: ([\w-]+)", r"runtime error: .*", r"Fatal error: .*", r"what\(\): .*",
                    r"terminate called.*"):
        if found := re.search(pattern, said):
            frames = re.findall(r"#\d+ 0x\w+ in (\S+)", said)[:3]
            return " ".join([found[0], *frames])[:200]
    return tool.first_line(said)[:200]


def commands(dice, path, out, folder):
    """One command of the tool, and whether poppler has a part in it: (arguments, poppler's tool or None)."""
    page = str(dice.choice([1, 1, 1, 2, 3]))
    script = folder / "edits.json"
    script.write_text(json.dumps([
        {"edit": "addAnnotation", "page": 1, "annotation": {"kind": "rectangle", "rect": [5, 5, 20, 20]}},
        {"edit": "rotatePages", "pages": [1], "by": 90}, "undo", "redo", {"edit": "clear", "page": 1}]))
    data = folder / "data.json"
    data.write_text(json.dumps({"a.b": "Ж 12", "check": True, "list": ["2"], "combo": "y"}))
    table = folder / "table.csv"
    table.write_text("a.b,check\none,yes\n\"t,wo\",no\n")
    saving = ["-o", out]
    if dice.random() < 0.3:
        saving += ["--strategy", dice.choice(["append", "rewrite", "automatic"])]
    return dice.choice([
        (["info", path, "--pages", "1-last", "--json"], None),
        (["annotations", path, "--json"], None),
        (["draw", path, "--page", page, *tool.FOUR_KINDS, *saving], None),
        (["draw", path, "--page", "last", *tool.FOUR_KINDS, *saving], None),
        (["erase", path, "--page", page, "--along", "0,0 300,300", "--width", "50", *saving], None),
        (["erase", path, "--page", page, "--all", *saving], None),
        (["rotate", path, "--pages", "1", "--by", "90", *saving], None),
        (["move", path, "--pages", "1", "--to", page, *saving], None),
        (["apply", path, script, *saving], None),
        (["render", path, "--page", page, "--width", "200", "-o", folder / "p.png"],
         ["pdftoppm", "-f", page, "-l", page, "-r", "30", "-png", path]),
        (["thumbnails", path, "--pages", "1", "-o", folder / "thumbnails"], ["pdftoppm", "-l", "1", "-r", "20", path]),
        (["search", path, "the"], ["pdftotext", path, "-"]),
        (["extract-text", path], ["pdftotext", path, "-"]),
        (["extract-text", path, "--as", "markdown", "--by", "layout"], None),
        (["extract-text", path, "--as", "layout"], None),
        (["tags", path], None),
        (["tables", path], None),
        (["images", path, "-o", folder / "images"], ["pdfimages", "-list", path]),
        (["fonts", path], ["pdffonts", path]),
        (["form", path, "--json"], None),
        (["fill", path, "--set", "a.b=12,5 €", *saving], None),
        (["fill", path, "--data", data, *saving], None),
        (["flatten", path, *saving], None),
        (["outline", path, "--json"], None),
        (["metadata", path, "--set", "title=Ж", "--set", "author=A", *saving], None),
        (["metadata", path, "--json"], None),
        (["labels", path, "--set", "1:r,2:D:3", *saving], None),
        (["labels", path, "--json"], None),
        (["attachments", path, "-o", folder / "attachments"], None),
        (["attach", path, "--file", script, *saving], None),
        (["detach", path, "--name", "a.txt", *saving], None),
        (["signatures", path, "--json"], None),
        (["signatures", path, "--trust", SIGNING_KEYS / "root.pem"], None),
        (["fill", path, "--each", table, "-o", folder / "each"], None),
        (["form", path, "--remove", dice.choice(["a.b", "ghost", "shared", "radio", "signed"]), *saving], None),
        (["flatten", path, "--fields", dice.choice(["a.b", "list", "shared", "level6.level7.level8"]), *saving], None),
        (["revisions", path, "--json"], None),
        (["extract-revision", path, "--revision", "1", "-o", out], None),
        (["restore", path, "--revision", "1", "-o", out], None),
        (["merge", path, path, "-o", out], None),
        (["extract", path, "--pages", page, "-o", out], None),
        (["insert", path, "--from", path, "--at", "1", *saving], None),
        (["duplicate", path, "--pages", page, *saving], None),
        (["delete", path, "--pages", page, *saving], None),
        (["export", path, "-o", folder / "annotations.xfdf"], None),
        (["redact", path, "--page", page, "--rect", "0,0,300,300", "-o", out], ["pdftotext", path, "-"]),
        (["redact", path, "--text", "a", "-o", out], ["pdftotext", path, "-"]),
        (["redact", path, "--pattern", "email", "-o", out], ["pdftotext", path, "-"]),
        (["scrub", path, "-o", out], ["pdftotext", path, "-"]),
        (["redact", path, "--page", page, "--rect", "%d,%d,60,40" % (dice.randrange(300), dice.randrange(300)), "-o", out],
         ["pdftotext", path, "-"]),
        (["compare", path, "--revision", "1"], ["pdftoppm", "-l", "3", "-r", "30", "-png", path]),
        (["squash", path, "-o", out], None),
        (["compare", path, path, "--json"], ["pdftoppm", "-l", "3", "-r", "30", "-png", path]),
        (["overlay", path, "--from", path, *saving], None),
        (["nup", path, "--columns", "2", "--rows", "1", "-o", out], None),
        (["split", path, "--every", "1", "-o", folder / "parts"], None),
        (["crop", path, "--pages", page, "--box", "10,10,100,100", *saving], None),
    ])


class Fuzz:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.counts, self.findings = Counter(), {}
        megabytes = None if arguments.address else arguments.megabytes
        self.inside = InProcess(arguments.fuzz, arguments.limit, megabytes)
        signed = [form_seed(), tree_seed(), *signed_seeds(arguments.postil, folder)]
        self.seeds = signed if arguments.forms else [*built_in_seeds(), *signed]
        if arguments.folder:
            paths = sorted(path for path in pathlib.Path(arguments.folder).rglob("*.pdf") if path.is_file())
            small = [path for path in paths if path.stat().st_size <= arguments.largest]
            found = [path.read_bytes() for path in small]
            self.seeds += [data for data in found if not arguments.forms or b"/AcroForm" in data or b"/ByteRange" in data]
        self.seeds = [seed for seed in self.seeds if seed]

    def run(self):
        end, index = time.monotonic() + self.arguments.seconds, self.arguments.first
        while time.monotonic() < end:
            self.case(index)
            index += 1
            if index % 500 == 0:
                print(f"{index} cases, {len(self.findings)} findings", flush=True)
        self.inside.stop()
        return index - self.arguments.first

    def case(self, index):
        dice = random.Random(f"{self.arguments.seed}/{index}")
        data = Mutator(dice, self.seeds, self.arguments.forms).mutate(dice.choice(self.seeds))
        seed = dice.randrange(1 << 60)
        for fault in self.faults(data, seed):
            self.note(index, data, seed, fault)

    def faults(self, data, seed, count=True):
        path, out = self.folder / "case.pdf", self.folder / "out.pdf"
        path.write_bytes(data)
        out.unlink(missing_ok=True)
        outcome, faults = ({}, []) if self.arguments.tool_only else self.inside.run(seed, path, out)
        if count:
            self.counts[outcome.get("refusal") or outcome.get("strategy") or "none"] += 1
        if self.arguments.address:
            return faults
        if outcome.get("stage") in ("save again", "sign", "done") and out.exists() and not self.is_encrypted(out):
            faults += self.judged("in process", path, out)
        return faults + self.tool(path, data, seed)

    def is_encrypted(self, path):
        return b"/Encrypt" in path.read_bytes()

    def judged(self, what, path, out):
        before, after = tool.qpdf_check(path), tool.qpdf_check(out)
        if after.status < 0 or before.status < 0:
            return []
        # Complaints are compared only where the file was sound: a repaired one may lose some and show others.
        worse = tool.Check.ORDER.get(after.status, 3) > tool.Check.ORDER.get(before.status, 3)
        # In a file that it repairs qpdf warns of what is an error in a sound one.
        if worse and after.errors and after.errors <= before.warnings | before.errors:
            return []
        # Pages that the repair found have data that were damaged before.
        if worse and before.status == 3 and after.errors and all("decoding" in error for error in after.errors):
            return []
        # What a rewrite by qpdf shows as well was wrong in the file, hidden by something else that is.
        if worse:
            peer = self.folder / "peer.pdf"
            peer.unlink(missing_ok=True)
            subprocess.run(["qpdf", path, peer], capture_output=True, timeout=60)
            if peer.exists():
                rewritten = tool.qpdf_check(peer)
                worse = tool.Check.ORDER.get(after.status, 3) > tool.Check.ORDER.get(rewritten.status, 3)
        return [f"{what}: qpdf --check is worse: {after} after {before}"] if worse else []

    def tool(self, path, data, seed):
        dice, out = random.Random(seed), self.folder / "tool.pdf"
        out.unlink(missing_ok=True)
        words, peer = commands(dice, path, out, self.folder)
        words = [str(word) for word in words]
        if words[0] not in tool.WITHOUT_PERMISSIONS and dice.random() < 0.7:
            words.append("--ignore-permissions")
        what = f"postil {words[0]}"
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", XDG_CACHE_HOME=str(self.folder / "cache"))
        try:
            done = subprocess.run(
                [self.arguments.postil, *words], capture_output=True, timeout=self.arguments.limit, env=environment,
                preexec_fn=limited(self.arguments.megabytes, self.arguments.limit))
        except subprocess.TimeoutExpired:
            return self.blamed(f"{what}: hang, more than {self.arguments.limit} s", peer)
        if done.returncode != 0 and done.returncode not in tool.REFUSALS:
            said = done.stderr.decode("utf-8", "replace")
            return self.blamed(f"{what}: {how(done.returncode)}: {cause(said)}", peer)
        # libjpeg, which libqpdf decodes with, complains of its own before.
        if done.returncode in tool.REFUSALS and not any(
            line.startswith((b"postil: ", b'{"error":')) for line in done.stderr.splitlines()
        ):
            return [f"{what}: fails without a word"]
        if done.returncode == 0 and out.exists():
            said = done.stdout.decode("utf-8", "replace")
            is_appended = "appended" in said
            if is_appended and not out.read_bytes().startswith(data):
                return [f"{what}: the original is not a prefix"]
            if words[0] == "extract-revision":
                return []
            if words[0] == "restore":
                return self.judged(what, self.former(path), out)
            return self.judged(what, path, out)
        return []

    def former(self, path):
        """The file as it first was, which 'restore' brings back with its faults."""
        former = self.folder / "former.pdf"
        subprocess.run(
            [self.arguments.postil, "extract-revision", path, "--revision", "1", "-o", former],
            capture_output=True, timeout=self.arguments.limit)
        return former if former.exists() else path

    def blamed(self, fault, peer):
        """The fault, unless poppler's own tool has it too."""
        if peer:
            try:
                done = subprocess.run(
                    list(map(str, peer)), capture_output=True, timeout=self.arguments.limit,
                    preexec_fn=limited(self.arguments.megabytes, self.arguments.limit))
                if done.returncode >= 0 and done.returncode < 100:
                    return [fault]
            except subprocess.TimeoutExpired:
                pass
            self.counts["poppler's own"] += 1
            return []
        return [fault]

    # Findings

    def note(self, index, data, seed, fault):
        kind = re.sub(r"\d+", "N", fault)[:120]
        if kind in self.findings:
            self.findings[kind][1] += 1
            return
        print(f"case {index}: {fault}", flush=True)
        small = self.minimised(data, seed, kind)
        name = hashlib.sha1(small).hexdigest()[:10]
        self.arguments.keep.mkdir(parents=True, exist_ok=True)
        (self.arguments.keep / f"{name}.pdf").write_bytes(small)
        (self.arguments.keep / f"{name}.txt").write_text(f"{fault}\nseed {seed}, case {index}\n")
        self.findings[kind] = [f"{name}.pdf, {len(small)} bytes: {fault}", 1]

    def has(self, data, seed, kind):
        return any(re.sub(r"\d+", "N", fault)[:120] == kind for fault in self.faults(data, seed, count=False))

    def minimised(self, data, seed, kind):
        return minimised(data, lambda shorter: self.has(shorter, seed, kind), self.arguments.minimise)


def minimised(data, has, seconds):
    """What is left when pieces are taken away for as long as the fault stays."""
    deadline = time.monotonic() + seconds
    if seconds == 0 or not has(data):
        return data
    size = max(1, len(data) // 2)
    while size >= 1 and time.monotonic() < deadline:
        at, is_smaller = 0, False
        while at < len(data) and time.monotonic() < deadline:
            shorter = data[:at] + data[at + size:]
            if shorter and has(shorter):
                data, is_smaller = shorter, True
            else:
                at += size
        if not is_smaller or size > len(data):
            size //= 2
    return data


def options(doc, folder):
    """The options that all kinds of fuzzing have; what a folder is for."""
    parser = tool.parser(doc)
    parser.add_argument("folder", nargs="?", help=folder)
    parser.add_argument("--fuzz", type=pathlib.Path, default=tool.ROOT / "Benchmarks/.build/release/postil-fuzz",
                        help="the built postil-fuzz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--limit", type=int, default=20, help="seconds that a case may take")
    parser.add_argument("--megabytes", type=int, default=3000, help="address space that a process may have")
    parser.add_argument("--largest", type=int, default=400_000, help="bytes of the largest file that is taken")
    parser.add_argument("--minimise", type=float, default=60, help="seconds to make a finding smaller")
    parser.add_argument("--address", action="store_true",
                        help="only in process, no limit of the address space: for the address sanitizer")
    parser.add_argument("--keep", type=pathlib.Path, default=tool.ROOT / ".build/fuzz", help="where findings go")
    return parser


def main():
    parser = options(__doc__, "real files to damage, with its subfolders")
    parser.add_argument("--forms", action="store_true", help="only forms and signed files, and more of what is about them")
    parser.add_argument("--tool-only", action="store_true", help="only the commands of the tool")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="postil-fuzz-") as folder:
        fuzz = Fuzz(arguments, pathlib.Path(folder))
        cases = fuzz.run()
    print(f"{cases} cases of {len(fuzz.seeds)} files, seed {arguments.seed}")
    print(", ".join(f"{kind}: {count}" for kind, count in fuzz.counts.most_common()))
    for text, count in fuzz.findings.values():
        print(f"{count} x {text}")
    sys.exit(1 if fuzz.findings else 0)


if __name__ == "__main__":
    main()
