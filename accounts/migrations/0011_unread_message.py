from django.db import migrations, models


class Migration(migrations.Migration):
    """Rename the attribute only: processes of the previous release still read the column during an update."""

    dependencies = [("accounts", "0010_site_bots")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("user", "has_word", "has_unread_message"),
                migrations.AlterField(
                    "user",
                    "has_unread_message",
                    models.BooleanField(
                        "has an unread message from the moderators",
                        db_column="has_word",
                        default=False,
                        editable=False,
                    ),
                ),
            ]
        )
    ]
