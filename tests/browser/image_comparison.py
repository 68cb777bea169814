"""Compare two screenshots in a way that detects faults but ignores small differences between browsers.

Both screenshots are scaled down by a factor of four to average out antialiasing, hinting and compression. The
difference is judged by two values: the worst block of 16 × 16 pixels, because a missing card or a moved word changes
only a small part of a page, and the mean, because a wrong background may change every block only slightly.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops

REDUCTION = 4  # page pixels per compared pixel
BLOCK = 4  # compared pixels per side of a block

# Limits on a scale from 0 (identical) to 255 (black instead of white). Compressing the baselines alone causes up to 15
# in a block, and 5 in the mean; a line of text that has moved by 8 pixels causes 98 in a block.
WORST_BLOCK = 30.0
MEAN = 7.0


@dataclass(frozen=True)
class Difference:
    """The difference between two screenshots, and an image that shows where they differ."""

    worst: float
    mean: float
    picture: Image.Image

    @property
    def is_fault(self) -> bool:
        return self.worst > WORST_BLOCK or self.mean > MEAN


def compare(actual: Image.Image, expected: Image.Image) -> Difference:
    """Compare two screenshots of the same size."""
    apart = ImageChops.difference(_reduced(actual), _reduced(expected))
    red, green, blue = apart.split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)  # the channel that differs most
    blocks = strongest.resize((-(-strongest.width // BLOCK), -(-strongest.height // BLOCK)), Image.Resampling.BOX)
    values = blocks.tobytes()
    picture = strongest.resize(actual.size, Image.Resampling.NEAREST)
    return Difference(float(max(values)), sum(values) / len(values), picture)


def _reduced(image: Image.Image) -> Image.Image:
    return image.convert("RGB").reduce(REDUCTION)
