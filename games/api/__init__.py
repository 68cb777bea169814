"""The public API, under /api/v1/: what programs may read and do. docs/api.md tells how it is meant to be used."""
