"""Gears behind strawberry's integration with Django channels: GraphQL over HTTP, watches over WebSockets."""

from __future__ import annotations

import dataclasses
import os
import uuid
from collections.abc import AsyncGenerator
from enum import Enum
from typing import Any

import django
import strawberry
import uvicorn
from django.conf import settings
from graphql import GraphQLError
from strawberry import UNSET
from strawberry.types import Info

settings.configure(
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            # A layer drops messages beyond its capacity, which is 100 by default.
            "CONFIG": {"capacity": 100_000},
        }
    },
    SECRET_KEY="museum",
)
django.setup()

# The integration reads the settings on import.
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter  # noqa: E402
from strawberry.channels import (  # noqa: E402
    GraphQLHTTPConsumer,
    GraphQLWSConsumer,
)

GROUP = "gears"
TYPE = "gear.changed"


@strawberry.enum
class Change(Enum):
    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


@strawberry.type
class Spec:
    teeth: int
    material: str


@strawberry.type
class Status:
    phase: str | None = None
    turns: int | None = None
    hubs: list[str] | None = None


@strawberry.type
class Gear:
    namespace: str
    name: str
    uid: strawberry.ID
    version: int
    spec: Spec
    status: Status | None = None


@strawberry.type
class GearEvent:
    change: Change
    version: int
    gear: Gear


@strawberry.input
class SpecInput:
    teeth: int
    material: str


@strawberry.input
class StatusInput:
    phase: str | None = UNSET
    turns: int | None = UNSET
    hubs: list[str] | None = UNSET


def refusal(code: str, message: str, **extensions: Any) -> GraphQLError:
    return GraphQLError(message, extensions={"code": code, **extensions})


class Store:
    """All gears. Every change to a gear gets the next version."""

    def __init__(self) -> None:
        self.version = 0
        self.gears: dict[tuple[str, str], Gear] = {}

    def find(self, namespace: str, name: str, version: int | None) -> Gear:
        gear = self.gears.get((namespace, name))
        if gear is None:
            raise refusal("NOT_FOUND", f"There is no gear {name} in {namespace}.")
        if version is not None and version != gear.version:
            message = f"Gear {name} is at version {gear.version}."
            raise refusal("CONFLICT", message, version=gear.version)
        return gear

    async def put(self, change: Change, gear: Gear, **parts: Any) -> Gear:
        changed = dataclasses.replace(gear, **parts)
        if change is Change.MODIFIED and changed == gear:
            return gear
        self.version += 1
        stored = dataclasses.replace(changed, version=self.version)
        if change is Change.DELETED:
            del self.gears[gear.namespace, gear.name]
        else:
            self.gears[gear.namespace, gear.name] = stored
        await get_channel_layer().group_send(
            GROUP, {"type": TYPE, "change": change.value, "gear": stored}
        )
        return stored


store = Store()


@strawberry.type
class Query:
    @strawberry.field
    async def gear(self, namespace: str, name: str) -> Gear | None:
        return store.gears.get((namespace, name))

    @strawberry.field
    async def gears(self, namespace: str) -> list[Gear]:
        return [gear for gear in store.gears.values() if gear.namespace == namespace]


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def create_gear(self, namespace: str, name: str, spec: SpecInput) -> Gear:
        if (namespace, name) in store.gears:
            raise refusal("ALREADY_EXISTS", f"There is a gear {name} in {namespace}.")
        uid = strawberry.ID(str(uuid.uuid4()))
        gear = Gear(namespace=namespace, name=name, uid=uid, version=0, spec=Spec(**vars(spec)))
        return await store.put(Change.ADDED, gear)

    @strawberry.mutation
    async def update_gear(self, namespace: str, name: str, version: int, spec: SpecInput) -> Gear:
        gear = store.find(namespace, name, version)
        return await store.put(Change.MODIFIED, gear, spec=Spec(**vars(spec)))

    @strawberry.mutation
    async def report_gear(
        self, namespace: str, name: str, version: int, status: StatusInput
    ) -> Gear:
        gear = store.find(namespace, name, version)
        given = {key: value for key, value in vars(status).items() if value is not UNSET}
        merged = dataclasses.replace(gear.status or Status(), **given)
        return await store.put(Change.MODIFIED, gear, status=merged)

    @strawberry.mutation
    async def delete_gear(self, namespace: str, name: str, version: int | None = None) -> Gear:
        return await store.put(Change.DELETED, store.find(namespace, name, version))


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def gear_events(
        self, info: Info, namespace: str | None = None
    ) -> AsyncGenerator[GearEvent, None]:
        async for message in info.context["ws"].channel_listen(TYPE):
            gear = message["gear"]
            if namespace in (None, gear.namespace):
                yield GearEvent(
                    change=Change(message["change"]), version=gear.version, gear=gear
                )


class Watches(GraphQLWSConsumer):
    """One connection, which may have many subscriptions. While it is open, it receives the messages of the group."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await super().connect()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        await self.channel_layer.group_discard(GROUP, self.channel_name)


class Schema(strawberry.Schema):
    def process_errors(self, errors: Any, execution_context: Any = None) -> None:
        """Logs nothing, because a refusal is not an error of the server."""


schema = Schema(Query, Mutation, Subscription)


if __name__ == "__main__":
    application = ProtocolTypeRouter(
        {
            "http": GraphQLHTTPConsumer.as_asgi(schema=schema),
            "websocket": Watches.as_asgi(schema=schema),
        }
    )
    port = int(os.environ["PORT"])
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="warning", lifespan="off")
