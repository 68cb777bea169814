"""What parameters of many operations look like."""

from typing import Annotated

from pydantic import Field, StringConstraints

from accounts.names import MAX_LENGTH
from games.models.match import CODE_LENGTH, CODE_LETTERS

Name = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9._ -]{{1,{MAX_LENGTH}}}$")]
Code = Annotated[str, StringConstraints(pattern=rf"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]
Limit = Annotated[int, Field(ge=1, le=100, description="How many at most.")]
