from django.db import migrations


class Migration(migrations.Migration):
    """Rename a model and keep its table."""

    dependencies = [
        ('accounts', '0008_plain_labels'),
    ]

    operations = [
        migrations.AlterModelTable(name='AccountTrace', table='accounts_accounttrace'),
        migrations.RenameModel(old_name='AccountTrace', new_name='LoginFingerprint'),
        migrations.AlterModelOptions(
            name='loginfingerprint',
            options={
                'default_permissions': ('view',),
                'verbose_name': 'sign-in fingerprint',
                'verbose_name_plural': 'sign-in fingerprints',
            },
        ),
    ]
