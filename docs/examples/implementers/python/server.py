"""Beehives: keepers plan them, scales report on them, visitors follow both.

PORT is the port to listen on. MISTAKE enables one of MISTAKES.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import uuid
from collections import deque
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from enum import Enum
from typing import Any

import strawberry
import uvicorn
from graphql import GraphQLError
from strawberry import UNSET
from strawberry.asgi import GraphQL
from strawberry.scalars import JSON
from strawberry.types import Info

MISTAKES = {
    "report-ignores-revision": "report_hive does not check the revision; plan_hive does",
    "settles-with-report": "settle_hive stores a report that comes with the plan",
    "plan-drops-report": "plan_hive builds a new Hive, without the report",
    "report-renames-queen": "report_hive stores a queen that comes with the report",
    "keeper-reports": "report_hive allows every role of the staff",
    "falsy-is-omitted": "merged tests for truth instead of UNSET",
    "awaits-before-store": "report_hive awaits between its check and its write",
    "silent-reports": "report_hive publishes no event",
    "finds-before-role": "report_hive reads the hive before it checks the role",
    "open-news": "hive_news requires no token",
}
MISTAKE = os.environ.get("MISTAKE", "")

NEWS_KEPT = 20_000


class Role(Enum):
    KEEPER = "keeper"
    SCALE = "scale"
    VISITOR = "visitor"
    PASSER_BY = "passer-by"


TOKENS = {
    "honey": Role.KEEPER,
    "wax": Role.SCALE,
    "pollen": Role.VISITOR,
    "sting": Role.PASSER_BY,
}
EVERYONE = (Role.KEEPER, Role.SCALE, Role.VISITOR)


@strawberry.enum
class Mood(Enum):
    CALM = "CALM"
    NERVOUS = "NERVOUS"
    SWARMING = "SWARMING"


@strawberry.enum
class Change(Enum):
    SETTLED = "SETTLED"
    CHANGED = "CHANGED"
    CLEARED = "CLEARED"


@strawberry.type
class Plan:
    frames: int
    queen: str
    flowers: list[str]


@strawberry.type
class Report:
    mood: Mood | None = None
    grams: int | None = None
    brood_celsius: float | None = None
    notes: list[str] = strawberry.field(default_factory=list)
    weighed_at: datetime | None = None


@strawberry.type
class Hive:
    yard: str
    tag: str
    uid: strawberry.ID
    revision: int
    settled_at: datetime
    marks: JSON
    plan: Plan
    report: Report | None = None


@strawberry.type
class HiveList:
    revision: int
    hives: list[Hive]


@strawberry.type
class HiveNews:
    change: Change
    revision: int
    hive: Hive


@strawberry.input
class PlanInput:
    frames: int
    queen: str
    flowers: list[str]


@strawberry.input
class ReportInput:
    mood: Mood | None = UNSET
    grams: int | None = UNSET
    brood_celsius: float | None = UNSET
    notes: list[str] | None = UNSET
    weighed_at: datetime | None = UNSET


def refusal(code: str, message: str, **extensions: Any) -> GraphQLError:
    return GraphQLError(message, extensions={"code": code, **extensions})


class Apiary:
    """All hives, and their changes.

    Every change of any hive takes the next revision.
    """

    def __init__(self) -> None:
        self.revision = 0
        self._hives: dict[tuple[str, str], Hive] = {}
        self._news: deque[HiveNews] = deque(maxlen=NEWS_KEPT)
        self._followers: set[asyncio.Queue[HiveNews]] = set()

    def get(self, yard: str, tag: str) -> Hive | None:
        return self._hives.get((yard, tag))

    def in_yard(self, yard: str) -> list[Hive]:
        return [hive for hive in self._hives.values() if hive.yard == yard]

    def find(self, yard: str, tag: str, revision: int | None = None) -> Hive:
        """Raises if the hive does not exist or has another revision."""
        hive = self.get(yard, tag)
        if hive is None:
            raise refusal("NO_SUCH_HIVE", f"There is no hive {tag!r} in {yard!r}.")
        if revision is not None and hive.revision != revision:
            message = f"Hive {tag!r} is at revision {hive.revision}, not {revision}."
            raise refusal("OUTDATED", message, revision=hive.revision)
        return hive

    def add(self, hive: Hive) -> Hive:
        if self.get(hive.yard, hive.tag) is not None:
            raise refusal(
                "TAKEN", f"There is a hive {hive.tag!r} in {hive.yard!r} already."
            )
        return self._store(Change.SETTLED, hive)

    def change(self, hive: Hive, *, is_silent: bool = False, **parts: Any) -> Hive:
        changed = dataclasses.replace(hive, **parts)
        if changed == hive:
            return hive
        return self._store(Change.CHANGED, changed, is_silent=is_silent)

    def remove(self, hive: Hive) -> Hive:
        self.revision += 1
        del self._hives[hive.yard, hive.tag]
        last = dataclasses.replace(hive, revision=self.revision)
        self._publish(
            HiveNews(change=Change.CLEARED, revision=self.revision, hive=last)
        )
        return last

    def _store(self, change: Change, hive: Hive, *, is_silent: bool = False) -> Hive:
        self.revision += 1
        stored = dataclasses.replace(hive, revision=self.revision)
        self._hives[hive.yard, hive.tag] = stored
        if not is_silent:
            self._publish(HiveNews(change=change, revision=self.revision, hive=stored))
        return stored

    def _publish(self, news: HiveNews) -> None:
        self._news.append(news)
        for queue in self._followers:
            queue.put_nowait(news)

    async def follow(self, after: int | None) -> AsyncGenerator[HiveNews, None]:
        """Yields all changes after a revision, or all new changes."""
        queue: asyncio.Queue[HiveNews] = asyncio.Queue()
        # No await between these two lines: no change is missed or delivered twice.
        past = [] if after is None else self._since(after)
        self._followers.add(queue)
        try:
            for news in past:
                yield news
            while True:
                yield await queue.get()
        finally:
            self._followers.discard(queue)

    def _since(self, revision: int) -> list[HiveNews]:
        is_full = len(self._news) == NEWS_KEPT
        if is_full and revision < self._news[0].revision - 1:
            raise refusal(
                "TOO_LONG_AGO", f"The news after {revision} is no longer kept."
            )
        return [news for news in self._news if news.revision > revision]


apiary = Apiary()


def require(info: Info, *roles: Role) -> None:
    """Raises unless the request, or its WebSocket, has a token of an allowed role."""
    # Browsers cannot set headers of a WebSocket, so its token is in connection_init.
    sent = info.context.get("connection_params")
    header = (info.context["request"].headers if sent is None else sent).get(
        "authorization", ""
    )
    scheme, _, token = str(header).partition(" ")
    if scheme.lower() != "bearer" or token not in TOKENS:
        raise refusal("UNKNOWN_TOKEN", "A token of this apiary is needed.")
    if TOKENS[token] not in roles:
        raise refusal("NOT_ALLOWED", f"This is not for a {TOKENS[token].value}.")


def refuse_problems(problems: dict[str, str]) -> None:
    if problems:
        listed = [{"field": field, "problem": what} for field, what in problems.items()]
        raise refusal("INVALID", "; ".join(problems.values()), problems=listed)


def planned(plan: PlanInput) -> Plan:
    problems = {}
    if not 1 <= plan.frames <= 40:
        problems["plan.frames"] = "frames must be from 1 to 40"
    if not plan.queen.strip():
        problems["plan.queen"] = "queen must not be empty"
    refuse_problems(problems)
    return Plan(frames=plan.frames, queen=plan.queen, flowers=plan.flowers)


def merged(report: Report | None, patch: ReportInput) -> Report:
    """Omitted fields keep their value; null clears it."""
    given = {
        name: value
        for name, value in vars(patch).items()
        if (value if MISTAKE == "falsy-is-omitted" else value is not UNSET)
    }
    problems = {}
    if (given.get("grams") or 0) < 0:
        problems["report.grams"] = "grams must not be negative"
    if any(not note.strip() for note in given.get("notes") or []):
        problems["report.notes"] = "notes must not be empty"
    refuse_problems(problems)
    if "notes" in given:
        given["notes"] = given["notes"] or []
    return dataclasses.replace(report or Report(), **given)


@strawberry.type
class Query:
    @strawberry.field
    def hive(self, info: Info, yard: str, tag: str) -> Hive | None:
        require(info, *EVERYONE)
        return apiary.get(yard, tag)

    @strawberry.field
    def hives(self, info: Info, yard: str) -> HiveList:
        require(info, *EVERYONE)
        return HiveList(revision=apiary.revision, hives=apiary.in_yard(yard))


@strawberry.type
class Mutation:
    @strawberry.mutation
    def settle_hive(
        self,
        info: Info,
        yard: str,
        tag: str,
        plan: PlanInput,
        marks: JSON | None = None,
        report: ReportInput | None = None,
    ) -> Hive:
        require(info, Role.KEEPER)
        if report is not None and MISTAKE != "settles-with-report":
            refuse_problems({"report": "a new hive has no report yet"})
        hive = Hive(
            yard=yard,
            tag=tag,
            uid=strawberry.ID(str(uuid.uuid4())),
            revision=0,
            settled_at=datetime.now(UTC),
            marks=marks or JSON({}),
            plan=planned(plan),
            report=None if report is None else merged(None, report),
        )
        return apiary.add(hive)

    @strawberry.mutation
    def plan_hive(
        self,
        info: Info,
        yard: str,
        tag: str,
        revision: int,
        plan: PlanInput | None = None,
        marks: JSON | None = None,
    ) -> Hive:
        require(info, Role.KEEPER)
        hive = apiary.find(yard, tag, revision)
        if MISTAKE == "plan-drops-report":
            hive = dataclasses.replace(hive, report=None)
        return apiary.change(
            hive,
            plan=hive.plan if plan is None else planned(plan),
            marks=hive.marks if marks is None else marks,
        )

    @strawberry.mutation
    async def report_hive(
        self,
        info: Info,
        yard: str,
        tag: str,
        revision: int,
        report: ReportInput,
        queen: str | None = None,
    ) -> Hive:
        if MISTAKE == "finds-before-role":
            apiary.find(yard, tag)
        staff = (Role.KEEPER, Role.SCALE)
        require(info, *(staff if MISTAKE == "keeper-reports" else (Role.SCALE,)))
        is_checked = MISTAKE != "report-ignores-revision"
        hive = apiary.find(yard, tag, revision if is_checked else None)
        if MISTAKE == "awaits-before-store":
            await asyncio.sleep(0.005)
        if queen is None:
            plan = hive.plan
        elif MISTAKE == "report-renames-queen":
            plan = dataclasses.replace(hive.plan, queen=queen)
        else:
            raise refusal("INVALID", "Only a plan names the queen.")
        return apiary.change(
            hive,
            is_silent=MISTAKE == "silent-reports",
            plan=plan,
            report=merged(hive.report, report),
        )

    @strawberry.mutation
    def clear_hive(
        self, info: Info, yard: str, tag: str, revision: int | None = None
    ) -> Hive:
        require(info, Role.KEEPER)
        return apiary.remove(apiary.find(yard, tag, revision))


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def hive_news(
        self, info: Info, yard: str | None = None, after: int | None = None
    ) -> AsyncGenerator[HiveNews, None]:
        if MISTAKE != "open-news":
            require(info, *EVERYONE)
        async for news in apiary.follow(after):
            if yard in (None, news.hive.yard):
                yield news


schema = strawberry.Schema(Query, Mutation, Subscription)

if __name__ == "__main__":
    if MISTAKE not in {"", *MISTAKES}:
        raise SystemExit(f"MISTAKE is one of {', '.join(MISTAKES)}")
    port = int(os.environ.get("PORT", "8000"))
    uvicorn.run(GraphQL(schema), host="127.0.0.1", port=port, log_level="warning")
