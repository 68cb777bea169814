"""How static files are named."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ManifestStorage(CompressedManifestStaticFilesStorage):
    """Files named after their content, so that browsers may keep them for ever; compressed once, when collected."""

    # Without this, `import "./x.js"` in a module keeps the bare name, and browsers run an old module with a new one.
    support_js_module_import_aggregation = True
