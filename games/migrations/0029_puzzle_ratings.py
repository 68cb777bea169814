"""Puzzles and answers get ratings. The first rating of a puzzle depends on the lead of its best card."""

from django.db import migrations, models

MARGINS = {"steere": 0.4}
LEADS = ((1.25, 1700), (1.8, 1500))
EASY = 1300


def rate_puzzles(apps, schema_editor):
    for puzzle in apps.get_model("games", "Puzzle").objects.iterator():
        best, second = (choice["points"] for choice in puzzle.choices[:2])
        lead = (best - second) / MARGINS.get(puzzle.ruleset, 1.0)
        puzzle.rating = next((rating for limit, rating in LEADS if lead < limit), EASY)
        puzzle.save(update_fields=["rating"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0028_hint_call_chance"),
    ]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="rating",
            field=models.PositiveSmallIntegerField(default=1500, verbose_name="rating"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="puzzleattempt",
            name="rating",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="rating"),
        ),
        migrations.AddField(
            model_name="puzzleattempt",
            name="rating_change",
            field=models.SmallIntegerField(null=True, verbose_name="rating change"),
        ),
        migrations.RunPython(rate_puzzles, migrations.RunPython.noop, elidable=True),
    ]
