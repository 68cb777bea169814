import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0016_analysis'),
    ]

    operations = [
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moves_made', models.PositiveIntegerField(verbose_name='moves made before')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('asked', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='asked')),
                ('answered', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='answered')),
                ('move', models.JSONField(blank=True, null=True, verbose_name='move')),
                ('points', models.FloatField(blank=True, null=True, verbose_name='expected points')),
                ('next_points', models.FloatField(blank=True, null=True, verbose_name='expected points of the next best move')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hints', to='games.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'hint',
                'verbose_name_plural': 'hints',
                'default_permissions': (),
                'indexes': [models.Index(models.F('asked'), condition=models.Q(('answered__isnull', True)), name='hint_waiting')],
                'constraints': [models.UniqueConstraint(models.F('match'), models.F('moves_made'), name='one_hint_a_position')],
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=32, verbose_name='ruleset')),
                ('date', models.DateField(verbose_name='day')),
                ('move', models.PositiveIntegerField(verbose_name='move')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('choices', models.JSONField(verbose_name='choices')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='made')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='puzzles', to='games.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'puzzle',
                'verbose_name_plural': 'puzzles',
                'default_permissions': ('view',),
                'indexes': [models.Index(models.OrderBy(models.F('date'), descending=True), models.F('id'), name='puzzle_archive')],
                'constraints': [models.UniqueConstraint(models.F('ruleset'), models.F('date'), name='one_puzzle_a_day'), models.UniqueConstraint(models.F('match'), name='one_puzzle_a_match')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('move', models.JSONField(verbose_name='move')),
                ('solved', models.BooleanField(verbose_name='solved')),
                ('on_time', models.BooleanField(verbose_name='on the day')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='answered')),
                ('puzzle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.puzzle', verbose_name='puzzle')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_attempts', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'answer to a puzzle',
                'verbose_name_plural': 'answers to puzzles',
                'default_permissions': (),
                'indexes': [models.Index(models.F('puzzle'), name='attempts_of_puzzle')],
                'constraints': [models.UniqueConstraint(models.F('user'), models.F('puzzle'), name='one_attempt_a_puzzle')],
            },
        ),
    ]
