from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_reported_comment'),
    ]

    operations = [
        migrations.AddField(
            model_name='hint',
            name='call_chance',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='chance of a call'),
        ),
    ]
