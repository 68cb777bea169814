"""The pages. A view parses, calls a service or a selector, and answers; it knows no rule."""
