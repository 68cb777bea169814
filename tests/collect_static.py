"""Run ``manage.py collectstatic`` with minimal compression.

At the usual levels, compression takes most of the time, and no test needs it.
"""

from __future__ import annotations

import gzip
from functools import partial

import brotli  # type: ignore[import-untyped]
from whitenoise.compress import Compressor

from manage import main

if __name__ == "__main__":
    Compressor.compress_gzip = staticmethod(partial(gzip.compress, compresslevel=1, mtime=0))
    Compressor.compress_brotli = staticmethod(partial(brotli.compress, quality=1))
    main()
