#!/usr/bin/env python3
"""Makes small files that claim to be, or become, huge, and has every command of postil that takes a file read them.

No file is larger than 64 KB: data that are decompressed to gigabytes, in one, two and three filters; nesting; circles; lists that
many share; counts, lengths, pages and pictures of ten digits; character maps that name all characters; trees of fields whose
names add up. Each command has to end within SECONDS and MEGABYTES with a result or an error that says something, never by a
signal. The processes of the renderer have limits of memory of their own, and of time: commands that read or draw pages by them
may take 30 seconds more, after which a page is given up.

Exit status 1 if a command did not.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor

import postil_tool as tool

MEGABYTE = 1 << 20


# Data ----------------------------------------------------------------------------------------------------------


def repeated_deflate(byte, times):
    """A stream of many blocks that are alike, so that compressing it again and again makes little of it."""
    block = raw_block(byte)
    data = b"\x78\x9c" + block * 40000 + b"\x03\x00"
    for _ in range(times - 1):
        pack = zlib.compressobj(9)
        data = pack.compress(data) + pack.flush()
    return data


def raw_block(byte):
    """Some megabytes as compressed blocks that end at a whole byte."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    return pack.compress(byte * (64 * 1024 // len(byte))) + pack.flush(zlib.Z_FULL_FLUSH)


def lzw(count=40_000):
    """Codes each of which stands for the one before and one byte more."""
    next_code, width = 258, 9
    out, pending, size = bytearray(), 0, 0
    def put(code):
        nonlocal pending, size
        pending, size = pending << width | code, size + width
        while size >= 8:
            size -= 8
            out.append(pending >> size & 255)
    put(256)
    put(0)
    for _ in range(count):
        put(next_code)
        next_code += 1
        width = 12 if next_code >= 2047 else 11 if next_code >= 1023 else 10 if next_code >= 511 else 9
        if next_code >= 4094:
            put(256)
            next_code, width = 258, 9
            put(0)
    put(257)
    return bytes(out) + bytes([pending << (8 - size) & 255])


#: Filters, their parameters, and data that become huge; and what the data are made of, where a place needs something that it can read.
def bombs(byte=b"\0"):
    return {
        "flate": (b"/Filter/FlateDecode", fill(byte, 1)),
        "flate2": (b"/Filter[/FlateDecode/FlateDecode]", fill(byte, 2)),
        "flate3": (b"/Filter[/FlateDecode/FlateDecode/FlateDecode]", fill(byte, 3)),
        "predictor": (b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1>>", fill(b"\0", 1)),
        "columns": (b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
                    fill(b"\0", 1)),
        "lzw": (b"/Filter/LZWDecode", lzw()),
        "runs": (b"/Filter[/FlateDecode/RunLengthDecode]", zlib.compress(b"\x81\0" * (20 * MEGABYTE), 9)[:60_000]),
        "hex": (b"/Filter[/FlateDecode/FlateDecode/ASCIIHexDecode]", fill(b" ", 2)),
        "85": (b"/Filter[/FlateDecode/ASCII85Decode]", fill(b"z", 1)),
    }


_filled = {}


def fill(pattern, times):
    key = (pattern, times)
    if key not in _filled:
        if times == 1:
            size = (48 if len(pattern) == 1 else 24) * MEGABYTE
            pack = zlib.compressobj(9)
            piece = (pattern * (MEGABYTE // len(pattern) + 1))
            made = b"".join(pack.compress(piece) for _ in range(size // MEGABYTE)) + pack.flush()
        else:
            made = repeated_deflate(pattern, times)
        _filled[key] = made
    return _filled[key]


# Files ---------------------------------------------------------------------------------------------------------


def write(objects, trailer=b"", version=b"1.7"):
    out = bytearray(b"%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n" % version)
    offsets = {}
    for number, body in sorted(objects.items()):
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f\r\n" % size
    for number in range(1, size):
        out += b"%010d 00000 n\r\n" % offsets[number] if number in offsets else b"0000000000 00001 f\r\n"
    out += b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)
    return bytes(out)


def stream(dictionary, data):
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (dictionary, len(data), data)


FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def document(catalog=b"", page=b"", contents=b"BT /F1 12 Tf 20 20 Td (secret text) Tj ET", resources=b"", more=None, trailer=b"",
             content_object=None):
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog,
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>%s>>%s>>" % (
            resources, page),
        4: content_object or stream(b"", contents),
        5: FONT,
    }
    objects.update(more or {})
    return write(objects, trailer)


FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 100 100]"
PAINT = b"q /X Do Q BT /F1 12 Tf 20 20 Td (secret text) Tj ET"


def places():
    """Each place where a stream is read: its name, what the data are made of, and the file for a stream's object."""
    def at(number, **arguments):
        def make(dictionary, data, extra=b""):
            more = dict(arguments.get("more", {}))
            more[number] = stream(extra + arguments.get("type", b"") + dictionary, data)
            rest = {key: value for key, value in arguments.items() if key not in ("more", "type")}
            return document(more=more, **rest)
        return make
    widget = b"<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 90 30]/F 4%s>>"
    yield "contents", b" ", lambda d, data: document(content_object=stream(d, data))
    yield "contents-q", b"q ", lambda d, data: document(content_object=stream(d, data))
    yield "contents-text", b"(a)Tj ", lambda d, data: document(content_object=stream(d, data))
    yield "contents-numbers", b"1 ", lambda d, data: document(content_object=stream(d, data))
    yield "contents-arrays", b"[", lambda d, data: document(content_object=stream(d, data))
    yield "contents-paths", b"1 1 m 9 9 l ", lambda d, data: document(content_object=stream(d, data))
    yield "form", b" ", at(6, type=FORM, contents=PAINT, resources=b"/XObject<</X 6 0 R>>")
    yield "image", b"\0", at(6, type=b"/Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray",
                             contents=b"q 100 0 0 100 0 0 cm /X Do Q", resources=b"/XObject<</X 6 0 R>>")
    yield "large-image", b"\0", at(6, type=b"/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB",
                                   contents=b"q 100 0 0 100 0 0 cm /X Do Q", resources=b"/XObject<</X 6 0 R>>")
    yield "icc", b"\0", at(6, type=b"/N 3", contents=b"/C cs 1 0 0 sc 0 0 9 9 re f", resources=b"/ColorSpace<</C[/ICCBased 6 0 R]>>")
    yield "intent", b"\0", at(6, type=b"/N 3", catalog=b"/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 6 0 R>>]")
    yield "metadata", b" ", at(6, type=b"/Type/Metadata/Subtype/XML", catalog=b"/Metadata 6 0 R")
    yield "attachment", b"\0", at(6, type=b"/Type/EmbeddedFile",
                                  catalog=b"/Names<</EmbeddedFiles<</Names[(a.txt)<</F(a.txt)/EF<</F 6 0 R>>>>]>>>>")
    yield "attachment-of-page", b"\0", at(6, type=b"/Type/EmbeddedFile", more={7: b"<</F(a)/EF<</F 6 0 R>>>>"},
                                          page=b"/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[1 1 9 9]/FS 7 0 R>>]")
    yield "tounicode", b"<01><02>", at(6, more={5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>"})
    yield "cmap", b" ", at(6, more={5: b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 6 0 R/DescendantFonts[7 0 R]>>",
                                    7: b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<<>>>>"})
    yield "font", b"\0", at(6, more={5: b"<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor 7 0 R>>",
                                     7: b"<</Type/FontDescriptor/FontName/A/Flags 4/FontFile2 6 0 R>>"})
    yield "glyph", b" ", at(6, more={5: b"<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</s 6 0 R>>"
                                        b"/Encoding<</Differences[115/s]>>/FirstChar 115/LastChar 115/Widths[9]>>"})
    yield "pattern", b" ", at(6, type=b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>",
                              contents=b"/Pattern cs /P scn 0 0 99 99 re f", resources=b"/Pattern<</P 6 0 R>>")
    yield "softmask", b" ", at(6, type=FORM + b"/Group<</S/Transparency/CS/DeviceGray>>", contents=b"/G gs 0 0 99 99 re f",
                               resources=b"/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>")
    yield "function", b"\0", at(6, type=b"/FunctionType 0/Domain[0 1]/Range[0 1]/Size[9]/BitsPerSample 8",
                                contents=b"/C cs 1 sc 0 0 9 9 re f",
                                resources=b"/ColorSpace<</C[/Separation/A/DeviceGray 6 0 R]>>")
    yield "appearance", b" ", at(6, type=FORM, more={7: widget % b"/AP<</N 6 0 R>>/V(x)"}, page=b"/Annots[7 0 R]",
                                 catalog=b"/AcroForm<</Fields[7 0 R]/DA(/Helv 12 Tf)>>")
    yield "stamp", b" ", at(6, type=FORM, page=b"/Annots[<</Type/Annot/Subtype/Stamp/Rect[10 10 90 90]/AP<</N 6 0 R>>>>]")
    yield "value", b"a", at(6, more={7: widget % b"/V 6 0 R/RV 6 0 R"}, page=b"/Annots[7 0 R]",
                            catalog=b"/AcroForm<</Fields[7 0 R]/DA(/Helv 12 Tf)>>")
    yield "richtext", b"<p>", at(6, page=b"/Annots[<</Type/Annot/Subtype/FreeText/Rect[10 10 90 90]/Contents(x)/DA(/Helv 9 Tf)/RC 6 0 R>>]")
    yield "script", b"a", at(6, catalog=b"/OpenAction<</S/JavaScript/JS 6 0 R>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS 6 0 R>>]>>>>")
    yield "field-script", b"a", at(6, more={7: widget % b"/AA<</C<</S/JavaScript/JS 6 0 R>>/F<</S/JavaScript/JS 6 0 R>>>>"},
                                   page=b"/Annots[7 0 R]", catalog=b"/AcroForm<</Fields[7 0 R]/CO[7 0 R]>>")
    yield "xfa", b"<a>", at(6, catalog=b"/AcroForm<</Fields[]/XFA 6 0 R>>")
    yield "dss", b"\0", at(6, catalog=b"/DSS<</Certs[6 0 R]/CRLs[6 0 R]/OCSPs[6 0 R]>>")
    yield "thumbnail", b"\0", at(6, page=b"/Thumb 6 0 R", type=b"/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray")
    yield "structure", b"BMC ", at(6, type=FORM, contents=b"/H1 <</MCID 0>> BDC (x) Tj EMC /X Do", resources=b"/XObject<</X 6 0 R>>",
                                   catalog=b"/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R",
                                   more={7: b"<</Type/StructTreeRoot/K 8 0 R>>",
                                         8: b"<</S/H1/P 7 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 3 0 R/Stm 6 0 R/MCID 0>>]>>"})
    yield "sound", b"\0", at(6, page=b"/Annots[<</Type/Annot/Subtype/Sound/Rect[1 1 9 9]/Sound 6 0 R>>]")


def in_streams():
    """Object streams and cross-reference streams."""
    for name, (dictionary, data) in bombs(b"1 ").items():
        def object_stream(dictionary=dictionary, data=data):
            out = bytearray(b"%PDF-1.5\n")
            offsets = {}
            for number, body in {1: b"<</Type/Catalog/Pages 2 0 R/Metadata 7 0 R/AcroForm 8 0 R>>", 2: b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
                                 3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[7 0 R]>>",
                                 6: stream(b"/Type/ObjStm/N 3/First 20" + dictionary, data)}.items():
                offsets[number] = len(out)
                out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
            start = len(out)
            rows = b"".join(
                b"\1" + offsets[number].to_bytes(4, "big") + b"\0" if number in offsets
                else b"\2" + (6).to_bytes(4, "big") + bytes([number - 7]) if number in (7, 8, 9)
                else b"\1" + start.to_bytes(4, "big") + b"\0" if number == 10 else bytes(6) for number in range(11))
            out += b"10 0 obj\n" + stream(b"/Type/XRef/W[1 4 1]/Size 11/Root 1 0 R", rows) + b"\nendobj\n"
            return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)
        yield "objects-" + name, object_stream()

        def section(dictionary=dictionary, data=data, size=b"11", index=b""):
            body = document()
            start = len(body)
            return body + b"10 0 obj\n" + stream(
                b"/Type/XRef/W[1 4 1]/Size %s%s/Root 1 0 R" % (size, index) + dictionary, data
            ) + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % start
        yield "section-" + name, section()
        yield "large-section-" + name, section(size=b"9000000")
    yield "section-index", section(index=b"/Index[0 2147483647 0 9999999999]", size=b"9999999999")


def shapes():
    """Nesting, circles, lists that are shared, and numbers of ten digits."""
    deep = 20_000
    yield "deep-arrays", document(catalog=b"/Deep " + b"[" * deep + b"]" * deep)
    yield "deep-dictionaries", document(catalog=b"/Deep " + b"<</A" * 8000 + b"null" + b">>" * 8000)
    yield "deep-operands", document(contents=b"[" * deep + b"]" * deep + b" TJ")
    yield "deep-q", document(contents=b"q " * 30_000)
    yield "deep-marks", document(contents=b"/P BMC " * 9000)
    chain = 800
    yield "deep-references", document(catalog=b"/Metadata 10 0 R", more={n: b"%d 0 R" % (n + 1) for n in range(10, 10 + chain)})
    yield "deep-lengths", document(more={n: b"<</Length %d 0 R>>\nstream\n\nendstream" % (n + 1) for n in range(10, 600)},
                                   catalog=b"/Metadata 10 0 R")
    forms = {n: stream(FORM + b"/Resources<</XObject<</X %d 0 R>>>>" % (n + 1), b"/X Do") for n in range(10, 250)}
    yield "deep-forms", document(contents=b"/X Do", resources=b"/XObject<</X 10 0 R>>", more=forms)
    twice = {n: stream(FORM + b"/Resources<</XObject<</X %d 0 R>>>>" % (n + 1), b"/X Do " * 10) for n in range(10, 40)}
    yield "forms-laugh", document(contents=b"/X Do " * 10, resources=b"/XObject<</X 10 0 R>>", more=twice)
    yield "form-circle", document(contents=b"/X Do", resources=b"/XObject<</X 10 0 R>>", more={
        10: stream(FORM + b"/Resources<</XObject<</X 10 0 R>>>>", b"/X Do /X Do")})
    yield "deep-outline", document(catalog=b"/Outlines 10 0 R", more={
        n: b"<</Title(a)/Parent %d 0 R/First %d 0 R/Last %d 0 R/Count 1>>" % (n - 1, n + 1, n + 1) for n in range(10, 500)})
    yield "outline-circle", document(catalog=b"/Outlines 10 0 R", more={
        10: b"<</First 11 0 R/Last 12 0 R/Count 9999999999>>",
        11: b"<</Title(a)/Parent 10 0 R/Next 12 0 R/First 12 0 R/Last 12 0 R/Count -9223372036854775808>>",
        12: b"<</Title(b)/Parent 10 0 R/Next 11 0 R/First 11 0 R/Last 11 0 R/Count 9223372036854775807>>"})
    pages = {n: b"<</Type/Pages/Parent %d 0 R/Count 1/Kids[%d 0 R]>>" % (n - 1, n + 1) for n in range(11, 600)}
    yield "deep-pages", write({1: b"<</Type/Catalog/Pages 10 0 R>>", 10: b"<</Type/Pages/Count 1/Kids[11 0 R]>>", **pages,
                               600: b"<</Type/Page/Parent 599 0 R/MediaBox[0 0 9 9]>>"})
    laugh = {n: b"<</Type/Pages/Parent 10 0 R/Count %d/Kids[%s]>>" % (10 ** min(18, 30 - n), b"%d 0 R " % (n + 1) * 10) for n in range(10, 28)}
    yield "pages-laugh", write({1: b"<</Type/Catalog/Pages 10 0 R>>", **laugh, 28: b"<</Type/Page/Parent 27 0 R/MediaBox[0 0 9 9]>>"})
    yield "same-page", write({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Count 9000/Kids[%s]>>" % (b"3 0 R " * 9000),
                              3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>", 4: stream(b"", b"0 0 9 9 re f")})
    for count in (b"9999999999", b"2147483647", b"9223372036854775807", b"-9223372036854775808", b"-1"):
        yield "count" + count.decode(), write({
            1: b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[%s<</S/D/St %s>>0<</S/R/St %s>>]>>>>" % (count, count, count),
            2: b"<</Type/Pages/Count %s/Kids[3 0 R]>>" % count,
            3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %s %s]/Rotate %s/UserUnit %s/StructParents %s/Contents 4 0 R>>" % ((count,) * 5),
            4: b"<</Length %s>>\nstream\n0 0 9 9 re f\nendstream" % count})
        yield "numbers" + count.decode(), document(
            contents=b"/F1 %s Tf %s 0 0 %s 0 0 cm BT (secret text) Tj %s Tr %s Tz %s TL ET 0 0 %s %s re f [%s %s] %s d 0 0 m 9 9 l S"
            % ((count,) * 11),
            more={5: b"<</Type/Font/Subtype/Type1/BaseFont/A/FirstChar %s/LastChar %s/Widths[%s 500]/Encoding<</Differences[%s/A/B]>>>>"
                  % ((count,) * 4)},
            page=b"/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 %s %s]/BS<</W %s>>/F %s/Border[%s %s %s[%s]]>>]" % ((count,) * 8),
            catalog=b"/StructTreeRoot<</K<</S/H1/Pg 3 0 R/K[%s]>>/ParentTreeNextKey %s/ParentTree<</Nums[%s[]]>>>>" % ((count,) * 3))
        yield "sizes" + count.decode(), document(trailer=b"/Prev %s/XRefStm %s" % (count, count), contents=b"/X Do", resources=b"/XObject<</X 6 0 R>>", more={
            6: stream(b"/Type/XObject/Subtype/Image/Width %s/Height %s/BitsPerComponent %s/ColorSpace/DeviceRGB/Decode[%s]/DL %s"
                      % ((count,) * 5), b"abc")})
    yield "metrics", document(contents=b"BT /F1 9 Tf <00010002> Tj ET", more={
        5: b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
        7: b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W[0 9223372036854775807 500 1[2] 0 1114111 9]/DW 9223372036854775807>>",
        8: stream(b"", b"1 begincodespacerange <0000><FFFF> endcodespacerange 3 beginbfrange <0000><FFFF><0041> <FFFFFFFF><FFFFFFFF>[<0041><0042>]"
                      b" <00000000><FFFFFFFF><FFFFFFFF> endbfrange 1 begincidrange <0000><FFFF> 4294967295 endcidrange")})
    spans = b"".join(b"<%04x><%04x><0041>\n" % (n, 0xFFFF - n) for n in range(2500))
    yield "spans", document(more={4: stream(b"/Filter/FlateDecode", zlib.compress(b"BT /F1 9 Tf " + b"<7000>Tj " * 400_000 + b"ET", 9)),
                                  5: b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 8 0 R/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
                                  7: b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W[%s]>>" % b"".join(b"%d %d 5 " % (n, 9999 - n) for n in range(900)),
                                  8: stream(b"/Filter/FlateDecode", zlib.compress(b"1 begincodespacerange <0000><FFFF> endcodespacerange 9 beginbfrange " + spans + b"endbfrange 9 begincidrange "
                                             + spans.replace(b"<0041>", b"7") + b"endcidrange", 9))})
    yield "huge-page", document(page=b"/MediaBox[-1000000000 -1000000000 1000000000 1000000000]/CropBox[0 0 1e30 1e30]")
    yield "many-boxes", document(page=b"/MediaBox[0 0 14400 14400]/UserUnit 75000")
    yield "jpeg", document(contents=b"q 100 0 0 100 0 0 cm /X Do Q", resources=b"/XObject<</X 6 0 R>>", more={
        6: stream(b"/Type/XObject/Subtype/Image/Width 65500/Height 65500/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", jpeg())})
    yield "inline-image", document(contents=b"q 100 0 0 100 0 0 cm BI /W 100000 /H 100000 /BPC 8 /CS /RGB /F /Fl ID " + fill(b"\0", 1)[:40_000] + b" EI Q")

    widgets = b"".join(b"%d 0 R " % n for n in range(2000, 4600))
    form = b"/AcroForm<</Fields[%s]/SigFlags 1>>"
    yield "shared-kids", document(catalog=form % b"".join(b"%d 0 R " % n for n in range(10, 500)), more={
        **{n: b"<</T(a)/Kids 9 0 R>>" for n in range(10, 500)}, 9: b"[" + widgets[:20_000] + b"]"})
    yield "long-names", document(catalog=form % b"10 0 R", more={
        10: b"<</T 8 0 R/Kids[%s]>>" % b"".join(b"%d 0 R " % n for n in range(11, 500)), 8: b"(" + b"n" * 20_000 + b")",
        **{n: b"<</T(a)/FT/Tx>>" for n in range(11, 500)}})
    yield "deep-names", document(catalog=form % b"10 0 R", more={
        n: b"<</T(%s)/Kids[%d 0 R]>>" % (b"n" * 60, n + 1) for n in range(10, 420)})
    yield "field-circle", document(catalog=form % b"10 0 R 11 0 R", page=b"/Annots[10 0 R 11 0 R]", more={
        10: b"<</T(a)/FT/Tx/Subtype/Widget/Rect[0 0 9 9]/Parent 11 0 R/Kids[11 0 R 10 0 R]>>",
        11: b"<</T(b)/FT/Sig/Subtype/Widget/Rect[0 0 9 9]/Parent 10 0 R/Kids[10 0 R]/V 11 0 R>>"})
    for key, list_key in ((b"Dests", b"Names"), (b"EmbeddedFiles", b"Names"), (b"JavaScript", b"Names")):
        laugh = {n: b"<</Kids[%s]>>" % (b"%d 0 R " % (n + 1) * 10) for n in range(10, 40)}
        yield "names-laugh-" + key.decode(), document(catalog=b"/Names<</%s 10 0 R>>" % key, more={**laugh, 40: b"<</Names[(a) 41 0 R]>>"})
    numbers = {n: b"<</Kids[%s]/Limits[0 9]>>" % (b"%d 0 R " % (n + 1) * 10) for n in range(10, 40)}
    yield "labels-laugh", document(catalog=b"/PageLabels 10 0 R", more={**numbers, 40: b"<</Nums[0<</S/D>>]>>"})
    shared = {n: b"<</S/H1/P 9 0 R/Pg 3 0 R/K[%s]>>" % (b"%d 0 R " % (n + 1) * 10) for n in range(10, 40)}
    yield "structure-laugh", document(catalog=b"/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R", more={
        9: b"<</Type/StructTreeRoot/K 10 0 R/RoleMap<</A/B/B/A>>/ParentTree<</Nums[0[10 0 R]]>>>>", **shared, 40: b"<</S/H1/P 9 0 R/Pg 3 0 R/K 0>>"})
    yield "structure-circle", document(catalog=b"/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R", more={
        9: b"<</Type/StructTreeRoot/K[9 0 R 10 0 R]>>", 10: b"<</S/H1/P 10 0 R/Pg 3 0 R/K[10 0 R 9 0 R 0]>>"})
    yield "next-circle", document(catalog=b"/OpenAction 10 0 R", more={
        n: b"<</S/JavaScript/JS(a)/Next[%s]>>" % (b"%d 0 R " % (n + 1) * 10) for n in range(10, 40)})
    yield "reply-circle", document(page=b"/Annots[%s]" % b"".join(b"%d 0 R " % n for n in range(10, 300)), more={
        n: b"<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(x)/IRT %d 0 R/Popup %d 0 R/Parent %d 0 R>>" % ((n + 1) % 300, n, n)
        for n in range(10, 300)})
    yield "same-annotation", document(page=b"/Annots[%s]" % (b"10 0 R " * 8000), more={
        10: b"<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(x)>>"})
    yield "many-contents", document(page=b"/Contents[%s]" % (b"10 0 R " * 8000), more={
        10: stream(b"/Filter/FlateDecode", zlib.compress(b"0 0 9 9 re f " * 200_000, 9))})
    yield "shared-contents", write({
        1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Count 400/Kids[%s]>>" % b"".join(b"%d 0 R " % n for n in range(10, 410)),
        **{n: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>" for n in range(10, 410)},
        4: stream(b"/Filter/FlateDecode", zlib.compress(b" " * (20 * MEGABYTE), 9))})
    yield "ink", document(page=b"/Annots[<</Type/Annot/Subtype/Ink/Rect[0 0 99 99]/InkList[%s]>>]" % (b"[0 0 9999999999 9e99]" * 900))
    yield "prev-circle", document()[:-7] + b"\n1 0 obj\n<<>>\nendobj\nxref\n0 0\ntrailer\n<</Root 1 0 R/Size 6/Prev 700>>\nstartxref\n700\n%%EOF\n"
    yield "sections", document() + b"".join(
        b"xref\n0 0\ntrailer\n<</Root 1 0 R/Size 6/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (0, 0) for _ in range(700))
    yield "junk", b"%junk\n" * 10_000 + document()
    yield "junk-inside", b"%PDF-1.7\n" + b"%junk\n" * 10_000 + document()
    yield "objects-of-words", b"%PDF-1.7\n" + b"1 0 obj " * 7000 + b"\ntrailer <</Root 1 0 R>>"
    yield "streams-without-end", b"%PDF-1.7\n" + b"1 0 obj <</Length 9>> stream\n" * 2000 + document()
    yield "parentheses", b"%PDF-1.7\n" + b"1 0 obj (" * 6000 + document()
    yield "number-signs", b"%PDF-1.7\n" + b"/#" * 20_000 + document()
    signature = b"<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 9223372036854775807]/Contents<30>>>"
    yield "many-signatures", document(catalog=form % b"".join(b"%d 0 R " % n for n in range(10, 700)), more={
        **{n: b"<</FT/Sig/T(s%d)/V 9 0 R>>" % n for n in range(10, 700)}, 9: signature})
    yield "pattern-text", document(contents=b"BT /F1 9 Tf (" + b"a" * 50_000 + b"!) Tj ET")
    yield "lookups", document(contents=b"BT /F1 9 Tf " + b"(" + b"a1@" * 15_000 + b") Tj ET")


def jpeg():
    """Its header claims 65,500 pixels each way in several scans."""
    file = b"\xff\xd8\xff\xc2\0\x11\x08\xff\xdc\xff\xdc\x03\x01\x11\0\x02\x11\0\x03\x11\0"
    file += b"\xff\xc4\0\x14\0\x01" + bytes(15) + b"\0"
    return file + b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\0\0\0" * 3000


def all_files():
    for place, byte, make in places():
        for name, (dictionary, data) in bombs(byte).items():
            yield f"{place}-{name}", make(dictionary, data)
    yield from in_streams()
    yield from shapes()


# Commands ------------------------------------------------------------------------------------------------------


def commands(file, folder, other):
    """Each command that takes a file."""
    out, rest = str(folder / "out.pdf"), str(folder / "rest")
    return {
        "info": ["info", file, "--pages", "1"], "metadata": ["metadata", file], "outline": ["outline", file], "labels": ["labels", file],
        "search": ["search", file, "secret"], "render": ["render", file, "--page", "1", "--scale", "1", "--time-limit", "5", "-o", str(folder / "out.png")],
        "thumbnails": ["thumbnails", file, "--pages", "1", "--time-limit", "5", "-o", rest],
        "note": ["note", file, "--page", "1", "--at", "10,10", "--text", "x", "-o", out],
        "attachments": ["attachments", file, "-o", rest], "form": ["form", file], "fill": ["fill", file, "--set", "a=b", "-o", out],
        "flatten": ["flatten", file, "-o", out], "annotations": ["annotations", file], "signatures": ["signatures", file],
        "redact": ["redact", file, "--text", "secret", "-o", out], "redact-area": ["redact", file, "--page", "1", "--rect", "0,0,50,50", "-o", out],
        "scrub": ["scrub", file, "-o", out], "squash": ["squash", file, "-o", out],
        "export": ["export", file, "-o", str(folder / "out.xfdf")], "rotate": ["rotate", file, "--pages", "1", "--by", "90", "-o", out],
        "duplicate": ["duplicate", file, "--pages", "1", "-o", out], "insert": ["insert", str(other), "--from", file, "--at", "1", "-o", out],
        "overlay": ["overlay", str(other), "--from", file, "-o", out], "nup": ["nup", file, "-o", out],
        "extract": ["extract", file, "--pages", "1", "-o", out], "split": ["split", file, "--every", "1", "-o", rest],
        "merge": ["merge", str(other), file, "-o", out], "compare": ["compare", file, str(other)],
        "revisions": ["revisions", file],
    }


#: Commands that wait for the renderer, which gives a page up after 30 seconds.
RENDERING = {"search", "redact", "compare"}


def run(postil, words, seconds, megabytes, environment):
    """Runs a command and watches it. Returns what was wrong, or nothing, and the time and memory that it took."""
    start = time.monotonic()
    process = subprocess.Popen(
        [postil] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment,
        start_new_session=True)
    peak, is_killed = 0, []
    def watch():
        nonlocal peak
        while process.poll() is None:
            try:
                for line in open(f"/proc/{process.pid}/status"):
                    if line.startswith("VmHWM:"):
                        peak = max(peak, int(line.split()[1]) // 1024)
            except (OSError, ValueError):
                pass
            if time.monotonic() - start > 3 * seconds or peak > 4 * megabytes:
                is_killed.append(True)
                try:
                    os.killpg(process.pid, 9)
                except ProcessLookupError:
                    pass
                return
            time.sleep(0.02)
    watcher = threading.Thread(target=watch)
    watcher.start()
    _, error = process.communicate()
    watcher.join()
    taken = time.monotonic() - start
    # What the system counted is exact, where it did not end between two looks.
    problem = None
    if is_killed:
        problem = f"did not end: {taken:.0f} s, {peak} MB"
    elif process.returncode < 0:
        problem = f"ended by signal {-process.returncode}"
    elif process.returncode == 2:
        problem = "the command line is wrong"
    elif process.returncode != 0 and not error.strip():
        problem = f"failed without a word ({process.returncode})"
    elif taken > seconds:
        problem = f"took {taken:.1f} s"
    elif peak > megabytes:
        problem = f"took {peak} MB"
    return problem, taken, peak, error.decode(errors="replace").strip()


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="how long a command may take (10)")
    parser.add_argument("--megabytes", type=int, default=512, help="how much memory it may take (512)")
    parser.add_argument("--only", default="", help="files whose name has this")
    parser.add_argument("--behind", default="", metavar="FILE", help="the files that come behind this one")
    parser.add_argument("--command", default="", help="commands whose name begins with this")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--keep", help="a folder for the files")
    parser.add_argument("--verbose", action="store_true", help="tells what each command said")
    options = parser.parse_args()
    postil = str(options.postil)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        other = folder / "other.pdf"
        other.write_bytes(document(contents=b"0 0 9 9 re f"))
        environment = dict(os.environ, HOME=temporary, XDG_STATE_HOME=temporary, XDG_CACHE_HOME=temporary, LC_ALL="C.UTF-8")
        cases = []
        wanted = not options.behind
        for name, data in all_files():
            wanted, is_wanted = wanted or name == options.behind, wanted
            if options.only not in name or not is_wanted:
                continue
            if len(data) > 64 << 10:
                sys.exit(f"{name} has {len(data)} bytes")
            path = folder / f"{name}.pdf"
            path.write_bytes(data)
            cases.append(path)

        slowest, largest, problems, count = (0, ""), (0, ""), [], 0
        def case(path):
            results = []
            work = pathlib.Path(temporary) / f"work-{path.stem}"
            work.mkdir()
            for name, words in commands(str(path), work, other).items():
                if not name.startswith(options.command):
                    continue
                seconds = options.seconds + (30 if words[0] in RENDERING else 0)
                results.append((path.stem, name, *run(postil, words, seconds, options.megabytes, environment)))
                subprocess.run(["rm", "-rf", str(work)])
                work.mkdir()
            return results
        with ThreadPoolExecutor(options.jobs) as pool:
            for results in pool.map(case, cases):
                for file, command, problem, taken, peak, said in results:
                    count += 1
                    slowest, largest = max(slowest, (taken, f"{command} {file}")), max(largest, (peak, f"{command} {file}"))
                    if problem:
                        problems.append(f"{command} {file}: {problem}")
                    if problem or options.verbose:
                        print(f"{command} {file}: {problem or 'ok'}; {taken:.1f} s, {peak} MB: {said[:200]}", flush=True)
    print(f"{len(cases)} files, {count} commands; slowest {slowest[0]:.1f} s ({slowest[1]}), "
          f"largest {largest[0]} MB ({largest[1]}); {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
