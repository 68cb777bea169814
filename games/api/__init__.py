"""The public API under /api/v1/, for programs. See docs/api.md."""
