import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";
import { connectGraphqlTarget } from "./connect.ts";

const requirement = "errors.stale-and-invalid-order";

it.each<{ what: string; invalid: readonly JsonObject[]; isDecided: boolean }>([
  { what: "rules out", invalid: [{ count: "many" }, { phase: "Asleep" }], isDecided: true },
  { what: "partly admits", invalid: [{ count: "many" }, { count: -1 }], isDecided: false },
  { what: "has to rule out no", invalid: [], isDecided: false },
])(
  "excuses the order of validation where the schema $what known invalid statuses",
  async ({ invalid, isDecided }) => {
    const invalidStatuses = invalid.map((status) => ({
      status,
      field: "status.count",
      defect: "a defect",
    }));
    const kinds = widgetDialect.kinds.map((kind) => ({
      ...kind,
      samples: { ...kind.samples, statuses: [{ phase: "Idle", count: 1 }], invalidStatuses },
    }));
    await using endpoint = await startEndpoint({ root: {} });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: { ...widgetDialect, kinds } }),
    );
    const [kind] = target.description.kinds;
    const excuses = kind?.operations.updateStatus.map((via) => kind.statusExcuses?.[via]);

    expect(excuses?.map((one) => Object.keys(one ?? {}).includes(requirement))).toEqual([
      isDecided,
    ]);
  },
);
