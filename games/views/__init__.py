"""The site's pages. A view parses the request, calls a service or selector, and responds. It contains no game rules."""
