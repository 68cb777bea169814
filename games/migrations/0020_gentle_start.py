from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_pages'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='gentle_start',
            field=models.BooleanField(db_default=False, default=False, verbose_name='gentle start'),
        ),
    ]
