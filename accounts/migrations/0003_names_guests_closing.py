import django.core.validators
from django.db import migrations, models

import accounts.models.name_key
from accounts.names import skeleton


def fill_keys(apps, schema_editor):
    """Set the key of every name. Where existing names look alike, only the oldest account gets the key itself.

    The others keep their names, with a key that no name can have.
    """
    people = apps.get_model('accounts', 'User').objects.using(schema_editor.connection.alias)
    taken = set()
    for pk, username in people.order_by('pk').values_list('pk', 'username').iterator():
        look = skeleton(username)
        if look in taken:
            look = f'#{pk}'
        taken.add(look)
        people.filter(pk=pk).update(name_key=look)


def add_words(apps, schema_editor):
    """Add the first forbidden words. Staff, who know their players, can add more."""
    words = apps.get_model('accounts', 'ForbiddenWord').objects.using(schema_editor.connection.alias)
    words.create(word='hitler')
    words.create(word='nazi', whole=True)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_blocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='ForbiddenWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.CharField(help_text='In small letters. Digits and signs put in the place of letters are seen through.', max_length=20, unique=True, validators=[django.core.validators.RegexValidator('\\A[a-z]{2,20}\\Z', 'Small letters of the Latin alphabet, nothing else.')], verbose_name='word')),
                ('whole', models.BooleanField(default=False, help_text='For words that harmless names contain: “Nazira” is a name.', verbose_name='only as a word of its own')),
            ],
            options={
                'verbose_name': 'forbidden word',
                'verbose_name_plural': 'forbidden words',
                'ordering': ('word',),
            },
        ),
        migrations.AddField(
            model_name='user',
            name='closed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='user',
            name='is_guest',
            field=models.BooleanField(default=False, editable=False, verbose_name='guest'),
        ),
        migrations.AddField(
            model_name='user',
            name='name_key',
            field=accounts.models.name_key.NameKeyField(editable=False, max_length=20, null=True, verbose_name='what the name looks like'),
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='user',
            name='name_key',
            field=accounts.models.name_key.NameKeyField(editable=False, max_length=20, unique=True, verbose_name='what the name looks like'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(models.F('last_login'), condition=models.Q(('is_guest', True)), name='user_idle_guests'),
        ),
        migrations.RunPython(add_words, migrations.RunPython.noop),
    ]
