import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { controllerRequirementIds, limits } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import { startReference } from "#reference";
import type { StatusWriting } from "#reference/controller";
import type { Target } from "#targets";
import { connect } from "../../bin/reach/connect-endpoint.ts";
import { blocksOf, commandsOf, missingIn } from "../../bin/testing/guide.ts";
import { call } from "../../bin/testing/test-world.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";

const page = readFileSync(new URL("../../docs/status-ownership.md", import.meta.url), "utf8");
const blocks = blocksOf(page);
const library = fileURLToPath(new URL("../../bin/package/status-writer.ts", import.meta.url));
const { signal } = new AbortController();

const folder = folderForAllTests();

const objects: Readonly<
  Record<string, { readonly kind: string; readonly spec: JsonObject; readonly before?: JsonObject }>
> = {
  "One flush per reconcile": { kind: "Deployment", spec: { replicas: 3 } },
  Conditions: {
    kind: "Deployment",
    spec: { replicas: 3 },
    before: {
      conditions: [
        {
          type: "Audited",
          status: "True",
          reason: "ByHand",
          lastTransitionTime: "2024-01-01T00:00:00Z",
        },
      ],
    },
  },
  Acknowledgements: { kind: "Bucket", spec: { instance: "instance-a" } },
  Allocations: { kind: "Service", spec: { type: "LoadBalancer" } },
  Conflicts: { kind: "Deployment", spec: { replicas: 3 } },
};

type Example = (object: Resource, tools: Readonly<Record<string, unknown>>) => Promise<unknown>;

async function load(text: string, name: string): Promise<Example> {
  const file = join(folder.path, `${name.replaceAll(" ", "-")}.ts`);
  writeFileSync(
    file,
    text.replaceAll('"status-conformance/status-writer"', JSON.stringify(library)),
  );
  const module: { readonly reconcile: Example } = await import(file);
  return module.reconcile;
}

async function perform(target: Target, command: Command): Promise<Resource> {
  const { outcome } = await target.execute(command, signal);
  if (outcome.result !== "object") throw new Error(JSON.stringify(outcome));
  return outcome.object;
}

interface Tools {
  readonly queued: unknown[];
  readonly writing: StatusWriting;
}

function toolsFor(target: Target): Readonly<Record<string, unknown>> & Tools {
  const queued: unknown[] = [];
  const writing: StatusWriting = {
    target,
    now: () => new Date("2026-01-01T00:00:00Z"),
    random: () => 0,
    wait: () => Promise.resolve(),
  };
  return {
    queued,
    writing,
    signal,
    workloads: { scale: (_uid: string, replicas: number) => Promise.resolve(replicas) },
    instances: { permits: () => Promise.resolve(true) },
    addresses: { freeFor: () => "192.0.2.7" },
    queue: { again: (object: Resource, options: unknown) => queued.push([object.kind, options]) },
  };
}

describe("the guide to status ownership", () => {
  const examples = blocks.filter(({ language }) => language === "ts");

  it("has exactly the examples that this test runs", () => {
    expect(examples.map(({ heading }) => heading)).toEqual(Object.keys(objects));
  });

  it.each(examples)("shows the actual behavior under $heading", async ({ heading, text }) => {
    const { kind, spec, before } = objects[heading] ?? { kind: "", spec: {} };
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const key = { kind, namespace: "default", name: "example" };
    const created = await perform(target, { verb: "create", identity: "author", key, spec });
    const { resourceVersion } = created.metadata;
    const identity = "controller";
    const object =
      before === undefined
        ? created
        : await perform(target, {
            verb: "updateStatus",
            identity,
            key,
            resourceVersion,
            status: before,
          });
    const reconcile = await load(text, heading);

    await reconcile(object, toolsFor(target));
    const once = await perform(target, { verb: "read", identity, key });
    await reconcile(once, toolsFor(target));
    const twice = await perform(target, { verb: "read", identity, key });

    const shown = blocks.find((one) => one.heading === heading && one.language === "json");
    expect(once.status).toMatchObject(
      shown === undefined ? { replicas: 3 } : JSON.parse(shown.text),
    );
    expect(twice.metadata.resourceVersion).toBe(once.metadata.resourceVersion);
  });

  it("requeues an object whose status was not written", async () => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const key = { kind: "Deployment", namespace: "default", name: "example" };
    const object = await perform(target, { verb: "create", identity: "author", key, spec: {} });
    const tools = toolsFor(target);
    const refusal = { reason: "forbidden", message: "no", causes: [] } as const;
    const execute: Target["execute"] = () =>
      Promise.resolve({ outcome: { result: "refused", refusal } });
    const { description } = target;
    const text = examples.find(({ heading }) => heading === "Conflicts")?.text ?? "";
    const reconcile = await load(text, "Conflicts");

    await reconcile(object, {
      ...tools,
      writing: { ...tools.writing, target: { description, execute } },
    });

    expect(tools.queued).toEqual([["Deployment", { afterMs: 30_000 }]]);
  });

  it("links to every requirement for controllers", () => {
    const missing = controllerRequirementIds.filter((id) => !page.includes(`(contract.md#${id})`));

    expect(missing).toEqual([]);
  });

  it("shows commands with their actual output", async () => {
    const commands = blocks.filter(({ language }) => language === "sh");
    const [variant, own] = commands.flatMap(({ text }) => commandsOf(text));
    const shown = blocks.find(({ language }) => language === "text")?.text ?? "";
    const [, , ...words] = variant ?? [];
    const printed = await call([...words, "--output", folder.path, "--no-color"]);

    expect(printed.code).toBe(1);
    expect(missingIn(printed.out, shown)).toBeUndefined();
    // Replaces the reader's controller with a program that prints `ready` and then idles.
    const [, , ...rest] = (own ?? []).map((word) =>
      word === "node controller.js" ? "echo ready; exec sleep 600" : word,
    );
    const idle = await call([...rest, "--converge", "1s", "--output", folder.path, "--no-color"]);
    expect(idle.out).toContain("controller.status-converges");
    expect(idle.code).toBe(1);
  });
});
