import { describe, expect, it } from "vitest";
import { scaleLimits } from "#contract";
import { startReference } from "#reference";
import { environment, servers } from "../testing/own-endpoints.ts";
import { dialectByHand } from "../testing/planted-defects.ts";
import { connect } from "./connect-endpoint.ts";

const common = {
  world: { environment, clock: () => new Date() },
  limits: scaleLimits(6),
  signal: new AbortController().signal,
};

describe("the static check", () => {
  it.each(["jobs", "lamps", "recipes", "routes", "sensors", "volumes"] as const)(
    "takes the dialect of the %s",
    async (name) => {
      await using server = await servers[name].start();
      const dialect = dialectByHand(name, server);
      await using target = await connect({ endpoint: server.url, dialect, ...common });

      expect(target.description.kinds.length).toBeGreaterThan(0);
    },
  );

  it("uses the dialect of the reference", async () => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, ...common });

    expect(target.description.kinds.length).toBeGreaterThan(4);
  });
});
