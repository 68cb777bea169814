import django.db.models.deletion
from django.db import migrations, models


def grant_renamed_permission(apps, schema_editor):
    """Let everyone who may view account traces view sign-in fingerprints, as they are now called.

    The old permission is kept for processes that still run the previous version.
    """
    using = schema_editor.connection.alias
    ContentType = apps.get_model('contenttypes', 'ContentType').objects.using(using)
    Permission = apps.get_model('auth', 'Permission').objects.using(using)
    fingerprint, _ = ContentType.get_or_create(app_label='accounts', model='loginfingerprint')
    new, _ = Permission.get_or_create(
        content_type=fingerprint, codename='view_loginfingerprint', defaults={'name': 'Can view sign-in fingerprint'}
    )
    for old in Permission.filter(content_type__app_label='accounts', codename='view_accounttrace'):
        for holder in old.group_set.all():
            holder.permissions.add(new)
        for holder in old.user_set.all():
            holder.user_permissions.add(new)
    # In a new database, 0008_moderators created this row after the model had been renamed.
    ContentType.filter(app_label='accounts', model='accounttrace').delete()


class Migration(migrations.Migration):
    """Rename models, keeping their tables."""

    dependencies = [
        ('games', '0013_plain_labels'),
        ('accounts', '0009_login_fingerprints'),
    ]

    operations = [
        migrations.AlterModelTable(name='Deeds', table='games_deeds'),
        migrations.RenameModel(old_name='Deeds', new_name='SeatStats'),
        migrations.AlterModelOptions(
            name='seatstats',
            options={
                'default_permissions': (),
                'verbose_name': 'seat statistics',
                'verbose_name_plural': 'seat statistics',
            },
        ),
        migrations.AlterField(
            model_name='seatstats',
            name='seat',
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name='seat_stats',
                serialize=False,
                to='games.seat',
                verbose_name='seat',
            ),
        ),
        migrations.AlterModelTable(name='Meeting', table='games_meeting'),
        migrations.RenameModel(old_name='Meeting', new_name='OpponentCount'),
        migrations.AlterModelOptions(
            name='opponentcount',
            options={
                'default_permissions': (),
                'verbose_name': 'opponent count',
                'verbose_name_plural': 'opponent counts',
            },
        ),
        migrations.AlterField(
            model_name='opponentcount',
            name='rating',
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name='opponent_counts',
                to='games.rating',
                verbose_name='rating',
            ),
        ),
        migrations.RunPython(grant_renamed_permission, migrations.RunPython.noop),
    ]
