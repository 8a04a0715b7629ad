import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { withOperationsAlone } from "../testing/with-operations.ts";
import { connectGraphqlTarget } from "./connect.ts";

const schema = `
  type Query { widget: Widget }
  type Subscription { changes(after: Int): Change! }
  type Change { type: String! object: Widget! }
  type Widget { meta: Meta! spec: String status: String }
  type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
`;

it("finds a version that does not have the type of the argument for it", async () => {
  await using endpoint = await startEndpoint({ schema, root: {} });
  const dialect = withOperationsAlone({
    watch: [
      {
        id: "changes",
        field: "changes",
        arguments: { after: "$cursor" },
        type: { path: "type", names: { ADDED: "ADDED" } },
        object: "object",
      },
    ],
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
  );
  const watch = { verb: "watch", identity: "controller", kind: "Widget" } as const;
  const misfitOf = (version: string): string | undefined =>
    target.watchMisfit?.({ ...watch, resourceVersion: resourceVersion(version) });

  expect(misfitOf("17")).toBeUndefined();
  expect(misfitOf('W/"17"')).toContain("Int");
});
