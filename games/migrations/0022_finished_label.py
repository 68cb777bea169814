from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_hint_reason'),
    ]

    operations = [
        migrations.AlterField(
            model_name='match',
            name='result_reason',
            field=models.CharField(blank=True, choices=[('rules', 'finished'), ('resigned', 'resigned'), ('timeout', 'time ran out'), ('left', 'left the table'), ('aborted', 'aborted'), ('voided', 'voided')], default='', max_length=8, verbose_name='ended by'),
        ),
    ]
