"""The URLs for games. Matches are identified by their code, and people by their name."""

from datetime import date

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from accounts.names import MAX_LENGTH
from games.api.api import api
from games.api.page import api_page
from games.comments import views as comments
from games.moderation import views as moderation
from games.puzzles import views as puzzles
from games.ratings import views as ladders
from games.views import (
    analysis,
    app,
    bots,
    documents,
    faces,
    fair,
    learn,
    link_previews,
    lobby,
    matches,
    new_tables,
    notices,
    own_data,
    people,
    records,
    rules,
    seeking,
    site_pages,
    table_actions,
    tables,
)


class NameConverter(StringConverter):
    """Matches any name that a player can choose or the site can assign, but no text that is unsafe in a query."""

    regex = rf"[A-Za-z0-9._ -]{{1,{MAX_LENGTH}}}"


class DayConverter:
    """Matches a calendar day, such as 2026-11-22."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day. Raises ValueError, which Django turns into a 404 response."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as text."""
        return value.isoformat()


register_converter(NameConverter, "name")
register_converter(DayConverter, "day")

# The pages that search engines index have a URL in each language, such as /fr/rules/.
pages = [
    path("", lobby.home, name="home"),
    path("bots/", bots.site_bots_page, name="site_bots"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("ladder/", ladders.ladder, name="ladder"),
    path("ladder/<slug:ruleset>/", ladders.ladder, name="ladder"),
    path("ladder/<slug:ruleset>/<slug:size_class>/", ladders.ladder, name="ladder"),
    path("api/", api_page, name="api"),
    path("help/", site_pages.site_help, name="help"),
    path("conduct/", site_pages.conduct, name="conduct"),
    path("privacy/", site_pages.privacy, name="privacy"),
    path("about/", site_pages.about, name="about"),
    path("fair/", fair.fair, name="fair"),
    path("learn/", learn.learn, name="learn"),
    path("learn/<slug:ruleset>/", learn.learn, name="learn"),
    path("glossary/", rules.glossary_page, name="glossary"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:ruleset>/", rules.ruleset_rules, name="rules"),
]

urlpatterns = [
    path("play/bot/", lobby.quick, name="quick"),
    path("play/guest/", seeking.play_as_guest, name="be_guest"),
    path("play/answer/", seeking.answer_seek, name="answer_seek"),
    path("for-you/", notices.notices, name="notices"),
    path("for-you/decline/", notices.decline_all, name="decline_all"),
    path("play/friend/", new_tables.play_with_friend, name="play_with_friend"),
    path("tables/new/", new_tables.new_table, name="new_table"),
    path("t/<slug:code>/", tables.table, name="table"),
    path("t/<slug:code>/log.json", tables.log, name="log"),
    path("t/<slug:code>/sit/", table_actions.sit, name="sit"),
    path("t/<slug:code>/leave/", table_actions.leave, name="leave"),
    path("t/<slug:code>/decline/", notices.decline, name="decline"),
    path("t/<slug:code>/invite/", table_actions.invite, name="invite"),
    path("t/<slug:code>/away/", table_actions.away, name="send_away"),
    path("t/<slug:code>/start/", table_actions.start, name="start"),
    path("t/<slug:code>/bot/", table_actions.add_bot, name="add_bot"),
    path("t/<slug:code>/report/", moderation.report, name="report"),
    path("matches/", matches.matches, name="matches"),
    path("watch/", lobby.watch, name="watch"),
    path("matches/records.jsonl", records.site_records, name="site_records"),
    path("matches/<slug:code>/", matches.result, name="result"),
    path("matches/<slug:code>/picture.png", link_previews.match_picture, name="match_picture"),
    path("matches/<slug:code>/comment/", comments.comment, name="comment"),
    path("matches/<slug:code>/report/<name:name>/", moderation.report_form, name="report_form"),
    path("matches/<slug:code>/again/", matches.play_again, name="play_again"),
    path("matches/<slug:code>/replay/", matches.replay, name="replay"),
    path("matches/<slug:code>/analysis/", analysis.analysis, name="analysis"),
    path("matches/<slug:code>/analysis/progress.json", analysis.progress, name="analysis_progress"),
    path("matches/<slug:code>/analysis/request/", analysis.request_one, name="request_analysis"),
    path("matches/<slug:code>/story.json", matches.story, name="match_story"),
    path("matches/<slug:code>/record.json", matches.record, name="record"),
    path("sw.js", app.service_worker, name="service_worker"),
    path("manifest/<slug:language>.webmanifest", app.manifest, name="manifest"),
    path("offline/<slug:language>/", app.offline, name="offline"),
    path("faces.json", faces.faces, name="faces"),
    path("players/<name:name>/", people.player, name="player"),
    path("players/<name:name>/picture.png", link_previews.player_picture, name="player_picture"),
    path("players/<name:name>/matches/", people.player_matches, name="player_matches"),
    path("players/<name:name>/records.jsonl", records.player_records, name="player_records"),
    path("players/<name:name>/follow/", people.follow, name="follow"),
    path("puzzles/<slug:ruleset>/", puzzles.latest_puzzle, name="latest_puzzle"),
    path("puzzles/<slug:ruleset>/<day:day>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<slug:ruleset>/<day:day>/answer/", puzzles.answer, name="answer_puzzle"),
    path("settings/country/", ladders.country, name="choose_country"),
    path("settings/data/", own_data.export, name="export"),
    path("settings/close/", own_data.close, name="close_account"),
    path("settings/bots/<int:pk>/close/", own_data.close_bot, name="close_bot"),
    path("api/v1/", api.urls),
    path("docs/bot.py", documents.example_bot, name="example_bot"),
    path("docs/<slug:name>/", documents.document, name="document"),
]
