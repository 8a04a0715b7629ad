import { describe, expect, it } from "vitest";
import { askingOf } from "../driver/first-contact.ts";
import { tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure } from "../testing/widget.ts";
import { readResourceName } from "./resource-name.ts";
import { findResource } from "./served-resource.ts";
import type { ServedResource } from "./served-resource.ts";

const verbs = ["create", "get", "list", "watch", "update", "patch", "delete"];

interface Named {
  readonly plural: string;
  readonly kind: string;
  readonly shortNames?: readonly string[];
  /** Verbs that the server does not support. */
  readonly lacks?: readonly string[];
}

const pumps: Named = { plural: "pumps", kind: "Pump", lacks: ["patch", "watch"] };
const gears: Named = { plural: "gears", kind: "Gear", shortNames: ["gr"] };
const mappings: Named = { plural: "domainmappings", kind: "DomainMapping" };
const services: Named = { plural: "services", kind: "Service" };

/** The resources of each version of each group. The server prefers the first version. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly Named[]>>>> = {
  "serving.knative.dev": {
    v1: [services],
    v1alpha1: [mappings],
    v1beta2: [mappings],
    v1beta10: [mappings],
  },
  "example.com": { v1beta1: [gears], v1: [gears] },
  "gears.io": { v1alpha1: [gears] },
  "plain.io": { v1: [pumps] },
};

function resourcesOf(named: readonly Named[]): object {
  const resources = named.flatMap(({ plural, kind, shortNames, lacks = [] }) => [
    {
      name: plural,
      singularName: kind.toLowerCase(),
      kind,
      namespaced: true,
      verbs: verbs.filter((verb) => !lacks.includes(verb)),
      shortNames,
    },
    { name: `${plural}/status`, kind, namespaced: true, verbs: ["get", "update", "patch"] },
  ]);
  return { kind: "APIResourceList", resources };
}

function groupOf(name: string): object {
  const versions = Object.keys(groups[name] ?? {}).map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  }));
  return { name, versions, preferredVersion: versions[0] };
}

function discoveryAt(path: string): object | undefined {
  const [, root, group = "", version = ""] = path.split("/");
  if (path === "/api/v1") return resourcesOf([services]);
  if (root !== "apis") return undefined;
  if (group === "") return { groups: Object.keys(groups).map(groupOf) };
  if (version === "") return group in groups ? groupOf(group) : undefined;
  const named = groups[group]?.[version];
  return named === undefined ? undefined : resourcesOf(named);
}

const { keep } = connections();

/** Discovery of a server that describes its groups only in the list of all groups. */
function discoveryWithoutGroups(path: string): object | undefined {
  const [, , group = "", version = ""] = path.split("/");
  return group !== "" && version === "" ? undefined : discoveryAt(path);
}

async function find(text: string, discovery = discoveryAt): Promise<ServedResource> {
  const server = await serveAnswers((request, _body, reply) => {
    const found = discovery(request.url ?? "");
    answerJson(reply, found === undefined ? 404 : 200, found ?? statusFailure(404, "NotFound"));
  });
  keep(server);
  const transport = new RestTransport({
    address: new URL(server.url),
    tls: {},
    userAgent: "suite/test",
    openMs: 60_000,
  });
  keep(transport);
  const administrator = tokenCaller("secret-token");
  const limits = { connectMs: 60_000 };
  const { signal } = new AbortController();
  const name = readResourceName(text);
  if (name === undefined) throw new Error(`${text} is no name of a kind`);
  return findResource(name, askingOf({ transport, administrator, limits, signal }));
}

describe("findResource", () => {
  it.each([
    ["the preferred version that has the kind", "gears.example.com", "v1beta1"],
    [
      "the newest version that has it, where the preferred one does not",
      mappingsName(),
      "v1beta10",
    ],
    ["the version that is named", "domainmappings.v1alpha1.serving.knative.dev", "v1alpha1"],
    ["the only version of the core group", "services", "v1"],
  ])("takes %s", async (_what, name, version) => {
    await expect(find(name)).resolves.toMatchObject({ version, hasStatus: true });
  });

  it("takes the version from the list of all groups if the group is not served", async () => {
    await expect(find(mappingsName(), discoveryWithoutGroups)).resolves.toMatchObject({
      version: "v1beta10",
    });
  });

  it("finds a kind without patches and watches", async () => {
    await expect(find("gears.example.com")).resolves.not.toHaveProperty("lackedVerbs");
    await expect(find("pumps.plain.io")).resolves.toMatchObject({
      lackedVerbs: ["patch", "watch"],
    });
  });

  it("names the versions that have the kind, if the named one does not", async () => {
    await expect(find("domainmappings.v1.serving.knative.dev")).rejects.toMatchObject({
      message: "the API server does not serve domainmappings.serving.knative.dev in v1",
      fix: expect.stringContaining("The API server serves it in v1beta10, v1beta2, v1alpha1"),
    });
  });

  it.each([
    ["of other groups", "gears.other.com", "Did you mean gears.example.com or gears.gears.io?"],
    ["by their singular", "gear", "Did you mean gears.example.com or gears.gears.io?"],
    ["by their short name", "gr.example.com", "Did you mean gears.example.com or gears.gears.io?"],
    ["with a mistake", "domainmapings.serving.knative.dev", `Did you mean ${mappingsName()}?`],
    ["and none where nothing is near", "zebras.zoo.net", "Pass --kind a name that `kubectl"],
  ])("names what is near: kinds %s", async (_what, name, fix) => {
    await expect(find(name)).rejects.toMatchObject({
      message: `the API server does not serve ${name}`,
      fix: expect.stringContaining(fix),
    });
  });
});

function mappingsName(): string {
  return "domainmappings.serving.knative.dev";
}
