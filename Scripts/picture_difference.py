"""Where pictures of a page differ so that a reader would see it: not by antialiasing, nor by a shift of one pixel.

Pictures are blurred a little. How far a pixel is from another picture is how far it is outside of what that picture has within
one pixel of the place, in levels of its worst channel; so an edge that is drawn a pixel beside differs by nothing, a line that
is missing by its whole contrast. Then windows of 8 x 8 pixels are looked at, one every four pixels: thin traces along edges fill
few pixels of a window, a letter that is another or missing fills many.
"""

from dataclasses import dataclass

import numpy
from PIL import Image, ImageFilter

#: A pixel differs that is further away, in levels; a window differs in which so many of its 64 pixels do. Lines thinner than a
#: pixel, which some draw grey and others black, come to 29; what was judged to be another picture began at 31.
LEVELS, WINDOW = 48, 30
#: A faint difference counts where it fills so many windows wholly, which is about a square of 40 pixels.
FAINT, FAINT_WINDOWS = 20, 80
#: Where two pictures have so many different pixels in a window, or the two windows around it, they do not agree on it.
AGREED = 8
#: Left out along the sides of a page, in pixels: there pages end in the middle of a pixel.
SIDE = 2
#: How much sizes may differ, in pixels.
ROUNDING = 2


@dataclass
class Odd:
    """What one picture of three has that the other two have not, alike."""

    #: The number of differing pixels in the window with most, of 64, and how many windows count as different.
    most: int
    windows: int
    faint_windows: int
    #: The window with most: left and top, in pixels.
    place: tuple

    def counts(self):
        return self.windows > 0 or self.faint_windows >= FAINT_WINDOWS


def fit(images):
    """Pictures cut to the same size; None if their sizes differ by more than rounding."""
    width, height = (min(image.size[axis] for image in images) for axis in (0, 1))
    if any(image.width - width > ROUNDING or image.height - height > ROUNDING for image in images):
        return None
    return [image.crop((0, 0, width, height)) for image in images]


def odd_ones(images):
    """For each of three pictures of one size, what it alone has; None where it has nothing."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    part = differing_part(images)
    if part is None:
        return [None, None, None]
    around = [surroundings(image.crop(part)) for image in images]
    far = {pair: distance(*(around[i] for i in pair)) for pair in pairs}
    return [
        odd_one(*(far[pair] for pair in pairs if own in pair), *(far[pair] for pair in pairs if own not in pair), part[:2])
        for own in range(3)]


def odd_one(first, second, others, corner):
    """How a picture is odd, of its distances from the other two and theirs from each other."""
    least = numpy.minimum(first, second)
    counts = windows(least > LEVELS)
    counts[widened(windows(others > LEVELS), 2) >= AGREED] = 0
    faint = windows((least > FAINT) & (others <= FAINT)) == 64
    top, left = numpy.unravel_index((counts if counts.max() >= WINDOW else faint).argmax(), counts.shape)
    odd = Odd(
        int(counts.max()), int((counts >= WINDOW).sum()), int(faint.sum()),
        (int(left) * 4 + corner[0], int(top) * 4 + corner[1]))
    return odd if odd.counts() else None


def differing_part(images):
    """The box of the pixels that differ at all, with a margin; blurring and looking around do not make it larger."""
    arrays = [numpy.asarray(image) for image in images]
    differ = numpy.zeros(arrays[0].shape[:2], dtype=bool)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        a, b = arrays[one], arrays[other]
        differ |= worst(numpy.maximum(a, b) - numpy.minimum(a, b)) > FAINT
    height, width = differ.shape
    differ[:SIDE] = differ[height - SIDE:] = False
    differ[:, :SIDE] = differ[:, width - SIDE:] = False
    rows, columns = differ.any(axis=1).nonzero()[0], differ.any(axis=0).nonzero()[0]
    if not len(rows):
        return None
    left, top = max(columns[0] - 4, SIDE), max(rows[0] - 4, SIDE)
    right, bottom = min(columns[-1] + 5, width - SIDE), min(rows[-1] + 5, height - SIDE)
    return int(left), int(top), int(right), int(bottom)


def surroundings(image):
    """A picture, blurred, and the least and the most that it has within a pixel of each place."""
    blurred = numpy.asarray(image.filter(ImageFilter.BoxBlur(1)))
    return blurred, extreme(blurred, numpy.minimum), extreme(blurred, numpy.maximum)


def distance(one, other):
    def outside(picture, least, most):
        above = numpy.maximum(picture, most) - most
        return numpy.maximum(above, least - numpy.minimum(picture, least))
    return worst(numpy.maximum(outside(one[0], *other[1:]), outside(other[0], *one[1:])))


def worst(levels):
    """The largest of red, green and blue."""
    return numpy.maximum(numpy.maximum(levels[..., 0], levels[..., 1]), levels[..., 2])


def windows(mask):
    """How many pixels are set in each window."""
    height, width = (-(-side // 4) * 4 + 4 for side in mask.shape)
    padded = numpy.zeros((height, width), numpy.uint8)
    padded[: mask.shape[0], : mask.shape[1]] = mask
    cells = padded.reshape(height // 4, 4, width // 4, 4).sum(axis=(1, 3), dtype=numpy.uint8)
    return cells[:-1, :-1] + cells[1:, :-1] + cells[:-1, 1:] + cells[1:, 1:]


def widened(counts, steps):
    for _ in range(steps):
        counts = extreme(counts, numpy.maximum)
    return counts


def extreme(array, function):
    """The least or the most of each place and the eight around it."""
    down = array.copy()
    function(down[1:], array[:-1], out=down[1:])
    function(down[:-1], array[1:], out=down[:-1])
    across = down.copy()
    function(across[:, 1:], down[:, :-1], out=across[:, 1:])
    function(across[:, :-1], down[:, 1:], out=across[:, :-1])
    return across


def difference_picture(images):
    """What the first picture alone has: pink where it is faint, red where it counts, over the picture in pale grey."""
    pale = numpy.asarray(images[0].convert("L")).astype(numpy.uint16)
    grey = (192 + pale // 4).astype(numpy.uint8)
    arrays = [numpy.asarray(image).astype(numpy.int16) for image in images]
    least = numpy.minimum(*(worst(numpy.abs(arrays[0] - other)) for other in arrays[1:]))
    result = numpy.stack([grey, grey, grey], axis=2)
    result[least > FAINT] = (255, 160, 160)
    result[least > LEVELS] = (208, 0, 0)
    return Image.fromarray(result)
