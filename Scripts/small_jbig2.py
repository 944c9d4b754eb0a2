"""Writes small JBIG2 streams, as PDF embeds them, with the segments that are wanted (ISO/IEC 14492)."""

import struct

#: Qe, next state after the more and the less probable symbol, and whether the sense switches (table E.1).
STATES = [
    (0x5601, 1, 1, 1), (0x3401, 2, 6, 0), (0x1801, 3, 9, 0), (0x0AC1, 4, 12, 0), (0x0521, 5, 29, 0), (0x0221, 38, 33, 0), (0x5601, 7, 6, 1),
    (0x5401, 8, 14, 0), (0x4801, 9, 14, 0), (0x3801, 10, 14, 0), (0x3001, 11, 17, 0), (0x2401, 12, 18, 0), (0x1C01, 13, 20, 0),
    (0x1601, 29, 21, 0), (0x5601, 15, 14, 1), (0x5401, 16, 14, 0), (0x5101, 17, 15, 0), (0x4801, 18, 16, 0), (0x3801, 19, 17, 0),
    (0x3401, 20, 18, 0), (0x3001, 21, 19, 0), (0x2801, 22, 19, 0), (0x2401, 23, 20, 0), (0x2201, 24, 21, 0), (0x1C01, 25, 22, 0),
    (0x1801, 26, 23, 0), (0x1601, 27, 24, 0), (0x1401, 28, 25, 0), (0x1201, 29, 26, 0), (0x1101, 30, 27, 0), (0x0AC1, 31, 28, 0),
    (0x09C1, 32, 29, 0), (0x08A1, 33, 30, 0), (0x0521, 34, 31, 0), (0x0441, 35, 32, 0), (0x02A1, 36, 33, 0), (0x0221, 37, 34, 0),
    (0x0141, 38, 35, 0), (0x0111, 39, 36, 0), (0x0085, 40, 37, 0), (0x0049, 41, 38, 0), (0x0025, 42, 39, 0), (0x0015, 43, 40, 0),
    (0x0009, 44, 41, 0), (0x0005, 45, 42, 0), (0x0001, 45, 43, 0), (0x5601, 46, 46, 0)]
#: The pixels of which the context of template 0 is made, from the pixel.
TEMPLATE = [(-1, 0), (-2, 0), (-3, 0), (-4, 0), *((x, -1) for x in range(-2, 4)), (-3, -1), *((x, -2) for x in range(-1, 2)), (2, -2), (-2, -2)]
ADAPTIVE = struct.pack(">8b", 3, -1, -3, -1, 2, -2, -2, -2)
OR, AND, XOR, XNOR, REPLACE = range(5)


class ArithmeticEncoder:
    def __init__(self):
        self.a, self.c, self.count, self.out = 0x8000, 0, 12, bytearray([0])
        self.contexts = {}

    def encode(self, context, bit):
        index, likely = self.contexts.get(context, (0, 0))
        qe, more, less, switch = STATES[index]
        self.a -= qe
        if bit == likely:
            if self.a & 0x8000:
                self.c += qe
                return
            if self.a < qe:
                self.a = qe
            else:
                self.c += qe
            self.contexts[context] = (more, likely)
        else:
            if self.a < qe:
                self.c += qe
            else:
                self.a = qe
            self.contexts[context] = (less, likely ^ switch)
        while not self.a & 0x8000:
            self.a, self.c, self.count = self.a << 1, self.c << 1, self.count - 1
            if self.count == 0:
                self.byte_out()

    def byte_out(self):
        if self.out[-1] != 0xFF and self.c >= 0x8000000:
            self.out[-1] += 1
            self.c &= 0x7FFFFFF
        after = self.out[-1] == 0xFF
        shift, self.count = (20, 7) if after else (19, 8)
        self.out.append(self.c >> shift)
        self.c &= (1 << shift) - 1

    def flush(self):
        most = self.c + self.a
        self.c |= 0xFFFF
        if self.c >= most:
            self.c -= 0x8000
        for _ in range(2):
            self.c <<= self.count
            self.byte_out()
        return bytes(self.out[1:]) + b"\xff\xac"


def arithmetic(rows, skip=None):
    """A bitmap, rows of 0 and 1 (black), by template 0; cells of `skip` are not coded, and 0."""
    encoder = ArithmeticEncoder()

    def pixel(x, y):
        return rows[y][x] if 0 <= y and 0 <= x < len(rows[0]) and not (skip and skip[y][x]) else 0

    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            if not (skip and skip[y][x]):
                encoder.encode(tuple(pixel(x + dx, y + dy) for dx, dy in TEMPLATE), bit)
    return encoder.flush()


class Bits:
    """Bits, written as text of 0 and 1."""

    def __init__(self):
        self.text = ""

    def add(self, text, value=0, length=0):
        self.text += text + (f"{value:0{length}b}" if length else "")

    def align(self):
        self.text += "0" * (-len(self.text) % 8)

    def data(self):
        self.align()
        return bytes(int(self.text[at:at + 8], 2) for at in range(0, len(self.text), 8))


def segment(number, kind, body, referred=()):
    head = struct.pack(">IBB", number, kind, len(referred) << 5) + bytes(referred)
    return head + struct.pack(">BI", 1, len(body)) + body


def page(width, height, black=False):
    return segment(0, 48, struct.pack(">IIIIBH", width, height, 0, 0, 4 if black else 0, 0))


def region(x, y, width, height, operator=OR):
    return struct.pack(">IIIIB", width, height, x, y, operator)


def generic(number, x, y, rows, operator=OR):
    return segment(number, 38, region(x, y, len(rows[0]), len(rows), operator) + b"\0" + ADAPTIVE + arithmetic(rows))


def generic_mmr(number, x, y, width, height, data, operator=OR):
    return segment(number, 38, region(x, y, width, height, operator) + b"\x01" + data)


def patterns(number, width, height, rows):
    """A dictionary of patterns, which stand beside each other in one bitmap."""
    count = len(rows[0]) // width
    # Of the adaptive pixels the first is one pattern to the left (6.7.5).
    encoder = ArithmeticEncoder()
    template = [(-width, 0) if place == (3, -1) else place for place in TEMPLATE]
    for y, row in enumerate(rows):
        for x, bit in enumerate(row):
            encoder.encode(tuple(
                rows[y + dy][x + dx] if y + dy >= 0 and 0 <= x + dx < len(row) else 0 for dx, dy in template), bit)
    return segment(number, 16, struct.pack(">BBBI", 0, width, height, count - 1) + encoder.flush())


def halftone(number, dictionary, width, height, cell, grid, left, rows, skip=None):
    """A halftone region of two patterns: rows of the grid, whose first column is at `left`."""
    columns, lines = grid
    flags = 8 if skip else 0
    body = region(0, 0, width, height) + bytes([flags]) + struct.pack(">IIiiHH", columns, lines, left << 8, 0, cell << 8, 0)
    return segment(number, 23, body + arithmetic(rows, skip), [dictionary])


def table(number, out_of_band):
    """A Huffman table of the values 0 to 63: a 0 and six bits. If there is a value out of band, it is a 1."""
    bits = Bits()
    bits.add("", (1 if out_of_band else 0) | (2 - 1) << 1 | (4 - 1) << 4, 8)
    data = bits.data() + struct.pack(">ii", 0, 64)
    lines = Bits()
    lines.add("", 1, 2)  # The length of its prefix, in HTPS = 2 bits, and of its range, in HTRS = 4.
    lines.add("", 6, 4)
    lines.add("", 0, 2)  # Below and above there is nothing.
    lines.add("", 0, 2)
    if out_of_band:
        lines.add("", 1, 2)
    return segment(number, 53, data + lines.data())


def huffman_symbols(number, side, tables=(), bitmap=None):
    """A dictionary of two symbols, a black and a white square, MMR encoded if `bitmap` is that, else not compressed.

    `tables` may have the number of a table for widths.
    """
    bits = Bits()
    bits.add("11110", side - 12, 6)  # The height, by table B.4: 12 to 75.
    for width in (side, 0):
        if tables:
            bits.add("0", width, 6)
        elif width:
            bits.add("11110", width - 11, 6)  # By table B.2: 11 to 74.
        else:
            bits.add("0")
    bits.add("1" if tables else "111111")  # Out of band: no more of this height.
    size = len(bitmap or b"")  # By table B.1; 0 says that it is not compressed.
    bits.add(*("0", size, 4) if size < 16 else ("10", size - 16, 8))
    bits.align()
    bits.add("".join(f"{byte:08b}" for byte in bitmap) if bitmap else ("1" * side + "0" * side) * side)
    bits.add("0", 0, 4)  # None is left out, two are exported.
    bits.add("0", 2, 4)
    flags = 1 | (3 << 4 if tables else 0)
    return segment(number, 0, struct.pack(">HII", flags, 2, 2) + bits.data(), list(tables))


def huffman_text(number, dictionary, side, order, tables=()):
    """A text region: two rows of symbols of 32 pixels; by the standard's tables B.6, B.8 and B.11, or by two of its own."""
    bits = Bits()
    for code in range(35):
        bits.add("", 1 if code == 1 else 0, 4)  # One code for runs: a symbol whose code has one bit.
    bits.add("00")  # Both symbols have.
    bits.align()
    first, beside, end = ("0" + "0" * 6, "0" + "000001", "1") if tables else ("00" + "0" * 7, "001", "01")
    # Where strips begin; table B.11 has no 0, so the first begins at -1 and is one further.
    starts = ["0" + "0" * 6, "0" + "0" * 6, "0" + f"{side:06b}"] if tables else ["0", "0", "1111100" + f"{side - 29:04b}"]
    bits.add(starts[0])
    for row, symbols in enumerate(order):
        bits.add(starts[row + 1])
        bits.add(first)
        for column, symbol in enumerate(symbols):
            bits.add((beside if column else "") + str(symbol))
        bits.add(end)
    body = region(0, 0, side * len(order[0]), side * len(order)) + struct.pack(
        ">HHI", 1 | 1 << 4, 0x3F if tables else 0, sum(map(len, order)))
    return segment(number, 6, body + bits.data(), [dictionary, *([tables[0], tables[1], tables[0]] if tables else [])])
