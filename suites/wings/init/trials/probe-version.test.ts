import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Target } from "#targets";
import type { Dialect, KindDialect } from "#targets/graphql";
import { learnVersion } from "./probe-version.ts";
import { pumpTarget, pumpDialect, pumpShared } from "../learning/pump-target.fixture.ts";

const mutation = { id: "write", field: "write", arguments: {}, result: "" } as const;

const kind: KindDialect = {
  name: "Sluice",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "stamp", resourceVersion: "serial", spec: "plan", status: "gate" },
  operations: {
    create: [mutation],
    read: [mutation],
    list: [],
    update: [mutation],
    updateStatus: [{ ...mutation, statusMode: "partial" }],
    patchStatus: [],
    delete: [mutation],
    watch: [],
  },
  samples: {
    specs: [{ gate: 1 }],
    statuses: [{ level: 1 }, { level: 2 }],
    counter: "level",
    invalidStatuses: [],
  },
};

/** The stored object. A write of the stored status does not change the stamp. */
class Sluice {
  status: JsonObject = {};
  stamp = 1;
}

/** Accepts every version, like a server that does not check preconditions. */
function endpoint(sluice: Sluice, { kinds: [shown] }: Dialect): Target {
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "updateStatus") {
      const isSame = JSON.stringify(command.status) === JSON.stringify(sluice.status);
      sluice.stamp += isSame ? 0 : 1;
      sluice.status = command.status;
    }
    const fields = { stamp: `s${sluice.stamp}`, serial: "n1" };
    const { uid: id, resourceVersion: version } = shown?.paths ?? kind.paths;
    const metadata = {
      name: "a",
      uid: uid(id === "stamp" ? fields.stamp : fields.serial),
      resourceVersion: resourceVersion(version === "stamp" ? fields.stamp : fields.serial),
    };
    return { result: "object", object: { kind: "Sluice", metadata, spec: {} } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

it("finds the version that writes change, even if the endpoint accepts every version", async () => {
  const sluice = new Sluice();
  const shared = pumpShared((tried) => endpoint(sluice, tried));
  const key = { kind: "Sluice", name: "a" };
  const [learned] = (await learnVersion(pumpDialect(kind), key, shared)).kinds;

  expect(learned?.paths).toMatchObject({ uid: "serial", resourceVersion: "stamp" });
});
