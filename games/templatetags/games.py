"""Words for templates."""

from django import template

from games.selectors.options import size_label

register = template.Library()

register.filter("size", size_label)
