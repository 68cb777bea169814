from django.db import migrations

# The permissions that moderators need, by model, and no more than those.
RIGHTS = {
    ('accounts', 'user'): {'view_user': 'Can view player', 'rename_user': 'Can rename a player'},
    ('accounts', 'sanction'): {
        'view_sanction': 'Can view sanction',
        'impose_sanction': 'Can impose and lift sanctions',
        'answer_appeal': 'Can answer appeals',
    },
    ('accounts', 'moderationlog'): {'view_moderationlog': 'Can view moderation log entry'},
    ('accounts', 'accounttrace'): {'view_accounttrace': 'Can view account trace'},
    ('games', 'match'): {'view_match': 'Can view match', 'void_match': 'Can void a match'},
    ('games', 'seat'): {'view_seat': 'Can view seat'},
    ('games', 'deal'): {'view_deal': 'Can view deal'},
    ('games', 'move'): {'view_move': 'Can view move'},
    ('games', 'rating'): {'view_rating': 'Can view rating'},
    ('games', 'ratingchange'): {'view_ratingchange': 'Can view rating change'},
    ('games', 'chatline'): {'view_chatline': 'Can view chat line', 'hide_chatline': 'Can hide a chat line'},
    ('games', 'comment'): {'view_comment': 'Can view comment', 'hide_comment': 'Can hide a comment'},
    ('games', 'report'): {'view_report': 'Can view report', 'handle_report': 'Can handle a report'},
}


def make_group(apps, schema_editor):
    """Create the group and its permissions, which Django would otherwise create only after all migrations."""
    using = schema_editor.connection.alias
    ContentType = apps.get_model('contenttypes', 'ContentType')
    Permission = apps.get_model('auth', 'Permission')
    group, _ = apps.get_model('auth', 'Group').objects.using(using).get_or_create(name='moderators')
    for (app_label, model), rights in RIGHTS.items():
        kind, _ = ContentType.objects.using(using).get_or_create(app_label=app_label, model=model)
        for codename, name in rights.items():
            right, _ = Permission.objects.using(using).get_or_create(
                content_type=kind, codename=codename, defaults={'name': name}
            )
            group.permissions.add(right)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_follow_moves'),
        ('accounts', '0005_moderation'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [migrations.RunPython(make_group, migrations.RunPython.noop)]
