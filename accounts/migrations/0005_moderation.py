import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


# Triggers that make the log append-only, in the syntax of SQLite and of PostgreSQL.
REFUSE = {
    'sqlite': [
        f"""CREATE TRIGGER moderation_log_is_kept_{verb} BEFORE {verb} ON accounts_moderationlog
        BEGIN SELECT RAISE(ABORT, 'the moderation log is kept'); END"""
        for verb in ('update', 'delete')
    ],
    'postgresql': [
        """CREATE FUNCTION moderation_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the moderation log is kept'; END $$""",
        """CREATE TRIGGER moderation_log_is_kept BEFORE UPDATE OR DELETE ON accounts_moderationlog
        FOR EACH ROW EXECUTE FUNCTION moderation_log_is_kept()""",
    ],
}
ALLOW = {
    'sqlite': [f'DROP TRIGGER moderation_log_is_kept_{verb}' for verb in ('update', 'delete')],
    'postgresql': [
        'DROP TRIGGER moderation_log_is_kept ON accounts_moderationlog',
        'DROP FUNCTION moderation_log_is_kept()',
    ],
}


def refuse(apps, schema_editor):
    for statement in REFUSE.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


def allow(apps, schema_editor):
    for statement in ALLOW.get(schema_editor.connection.vendor, ()):
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_country_and_follows'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='user',
            options={'permissions': [('rename_user', 'Can rename a player')], 'verbose_name': 'player', 'verbose_name_plural': 'players'},
        ),
        migrations.AddField(
            model_name='user',
            name='barred_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='kept out until'),
        ),
        migrations.AddField(
            model_name='user',
            name='has_word',
            field=models.BooleanField(default=False, editable=False, verbose_name='has a word of the moderators to read'),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='may not write until'),
        ),
        migrations.AddField(
            model_name='user',
            name='unrated_until',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='no rated matches until'),
        ),
        migrations.CreateModel(
            name='ModerationLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(max_length=30, verbose_name='action')),
                ('about', models.CharField(max_length=60, verbose_name='about')),
                ('words', models.TextField(verbose_name='words')),
                ('created', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='when')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('whom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moderated', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'moderation log entry',
                'verbose_name_plural': 'moderation log',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='AccountTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('device', 'device'), ('address', 'address')], max_length=7, verbose_name='kind')),
                ('mark', models.CharField(db_index=True, max_length=32, verbose_name='mark')),
                ('last', models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='last')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='traces', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'account trace',
                'verbose_name_plural': 'account traces',
                'default_permissions': ('view',),
                'constraints': [models.UniqueConstraint(models.F('user'), models.F('kind'), models.F('mark'), name='one_trace_a_place')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('measure', models.CharField(choices=[('warn', 'warning'), ('mute', 'may not write'), ('unrated', 'may not play rated matches'), ('suspend', 'suspended'), ('close', 'account closed')], max_length=10, verbose_name='measure')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('message', models.TextField(max_length=1000, verbose_name='message to the player')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='since')),
                ('ends', models.DateTimeField(blank=True, null=True, verbose_name='ends')),
                ('lifted', models.DateTimeField(blank=True, null=True, verbose_name='lifted')),
                ('appeal', models.TextField(blank=True, default='', max_length=1000, verbose_name='appeal')),
                ('appealed', models.DateTimeField(blank=True, null=True, verbose_name='appealed')),
                ('answer', models.TextField(blank=True, default='', max_length=1000, verbose_name='answer to the appeal')),
                ('answered', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'permissions': [('impose_sanction', 'Can impose and lift sanctions'), ('answer_appeal', 'Can answer appeals')],
                'default_permissions': ('view',),
                'indexes': [models.Index(models.F('user'), models.OrderBy(models.F('created'), descending=True), name='sanction_person'), models.Index(models.F('appealed'), condition=models.Q(('answered', None), ('appealed__isnull', False)), name='sanction_appeals')],
            },
        ),
        migrations.RunPython(refuse, allow),
    ]
