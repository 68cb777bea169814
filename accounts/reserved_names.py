"""Names that players cannot choose."""

# Names that, alone or joined together, would seem to represent the site.
RESERVED = frozenset(
    """
    admin administrator anonymous bot bots closed guest guests help house mod mods moderator moderation null official
    owner root ronda rondabot security server site staff superuser support system team undefined webmaster
    """.split()
)
# Reserved names that may not even appear as a word in a longer name.
TITLES = frozenset("admin administrator bot bots closed guest mod moderator official staff support webmaster".split())

# Given names of the site's bots, by seat. Where several bots of one level play, seats and the log show only these.
GIVEN_NAMES = ("Amina", "Omar", "Salma", "Karim", "Nadia", "Hamza", "Zineb", "Idris")
