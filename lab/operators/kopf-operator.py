import kopf


@kopf.on.create("example.com", "v1", "gears")
@kopf.on.update("example.com", "v1", "gears")
def report(meta, patch, **_):
    patch.status["phase"] = "Turning"
    patch.status["observedGeneration"] = meta["generation"]
