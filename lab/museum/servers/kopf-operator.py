import asyncio

import kopf


@kopf.on.event("example.com", "v1", "gears")
async def follow(**_):
    # While the handler sleeps, another client writes the object.
    await asyncio.sleep(2)


@kopf.on.delete("example.com", "v1", "gears")
def forget(**_):
    pass


@kopf.on.create("example.com", "v1", "gears")
def report(meta, patch, **_):
    patch.status["phase"] = "Turning"
    patch.status["observedGeneration"] = meta["generation"]
