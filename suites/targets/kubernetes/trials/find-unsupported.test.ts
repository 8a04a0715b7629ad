import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";
import { statusFailure } from "../testing/widget.ts";
import { findUnsupported, rejectsInitialEvents } from "./find-unsupported.ts";
import type { ProbePlace, StreamRequest, StreamSeen } from "./find-unsupported.ts";

const object: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Gear",
  metadata: { name: "trial", resourceVersion: "7" },
  status: { turns: 1 },
};

function replyOf(status: number): RestResult {
  const value = status < 300 ? object : statusFailure(status, "Invalid");
  return { kind: "reply", status, data: { kind: "json", value }, warnings: [] };
}

function placeOn(
  codeFor: (request: RestRequest) => number,
  rest: Partial<ProbePlace> = {},
): ProbePlace {
  return {
    objectPath: "/gears/trial",
    collectionPath: "/gears",
    object,
    dryRuns: "supported",
    query: {},
    send: (request) => Promise.resolve(replyOf(codeFor(request))),
    ...rest,
  };
}

/** A server that knows all options and media types. */
function ofApiServer({ query, body }: RestRequest): number {
  const { dryRun = "All", fieldManager = "", fieldValidation = "Ignore" } = query;
  const isKnown = dryRun === "All" && ["Ignore", "Warn", "Strict"].includes(fieldValidation);
  if (!isKnown || fieldManager.length > 128) return 422;
  if (JSON.stringify(body ?? {}).includes('"uid":"00000000-')) return 409;
  return fieldValidation === "Strict" && JSON.stringify(body).includes("Unknown") ? 400 : 200;
}

it("finds ignored options on a server whose reads lag behind writes", async () => {
  let conflicts = 0;
  const place = placeOn(({ method, query }) => {
    const isFresh = method !== "PUT" || query["fieldManager"] === undefined || conflicts > 1;
    conflicts += Number(!isFresh);
    return isFresh ? 200 : 409;
  });

  await expect(findUnsupported(place)).resolves.toMatchObject({
    features: expect.arrayContaining(["field-manager", "field-validation"]),
  });
  expect(conflicts).toBe(2);
});

it.each([
  { what: "reads bodies first, so arrays are invalid", code: 400, isKnown: false },
  { what: "has no route for patches other than merge patches", code: 404, isKnown: false },
  { what: "rejects JSON patches, but other media types differently", code: 400, isKnown: true },
])("finds JSON patches unsupported unless the server knows them: it $what", async (row) => {
  const place = placeOn((request) => {
    const { contentType = "", body } = request;
    if (contentType.includes("unknown") && row.isKnown) return 415;
    return Array.isArray(body) ? row.code : ofApiServer(request);
  });

  await expect(findUnsupported(place)).resolves.toMatchObject({
    features: row.isKnown ? [] : ["status.patch.json"],
    updates: row.isKnown ? [] : ["patch.json"],
  });
});

const marked = '{"type":"BOOKMARK","object":{"k8s.io/initial-events-end":"true"}}';

describe("options of a server", () => {
  it("are supported if the server rejects invalid values", async () => {
    await expect(findUnsupported(placeOn(ofApiServer))).resolves.toEqual({
      features: [],
      updates: [],
      lacksApply: false,
      storesDryRuns: false,
    });
  });

  it("are not supported if the server ignores them", async () => {
    await expect(findUnsupported(placeOn(() => 200))).resolves.toMatchObject({
      features: ["field-manager", "field-validation", "precondition.uid"],
    });
  });

  it.each([
    { what: "for v3", at: "/openapi/v3/apis/example.com/v1", one: { name: "fieldValidation" } },
    { what: "for v2", at: "/openapi/v2", one: { $ref: "#/parameters/fieldValidation-5n6ZeTvA" } },
  ])("are tested if the server ignores what its document $what declares", async ({ at, one }) => {
    const collectionPath = "/apis/example.com/v1/namespaces/alpha/gears";
    const put = { parameters: [{ name: "pretty" }, one] };
    const statusPath = "/apis/example.com/v1/namespaces/{namespace}/gears/{name}/status";
    const value: JsonObject = { paths: { [statusPath]: { put }, "/version": {} } };
    const send = ({ path }: RestRequest): Promise<RestResult> => {
      if (!path.startsWith("/openapi")) return Promise.resolve(replyOf(200));
      if (path !== at) return Promise.resolve(replyOf(404));
      const data = { kind: "json", value } as const;
      return Promise.resolve({ kind: "reply", status: 200, data, warnings: [] });
    };
    const place = { ...placeOn(() => 200), collectionPath, send };

    await expect(findUnsupported(place)).resolves.toMatchObject({
      features: ["field-manager", "precondition.uid"],
    });
    const plain = { ...place, collectionPath: "/apis/example.com/v1/namespaces/alpha/wheels" };
    await expect(findUnsupported(plain)).resolves.toMatchObject({
      features: ["field-manager", "field-validation", "precondition.uid"],
    });
  });

  it.each([
    { what: "rejects other values", codeFor: ofApiServer },
    { what: "ignores the option", codeFor: () => 200 },
  ])("include dry runs if the server stores them and $what", async ({ codeFor }) => {
    const unsupported = await findUnsupported(placeOn(codeFor, { dryRuns: "ignored" }));

    expect(unsupported.features).not.toContain("dry-run");
    expect(unsupported.storesDryRuns).toBe(true);
  });

  it("do not include dry runs if the server rejects them", async () => {
    const place = placeOn(ofApiServer, { dryRuns: "rejected" });

    await expect(findUnsupported(place)).resolves.toMatchObject({
      features: ["dry-run"],
      storesDryRuns: false,
    });
  });

  it("are supported if only the invalid validation mode is accepted", async () => {
    const place = placeOn(({ query, ...rest }) => {
      const { fieldValidation = "Ignore" } = query;
      const isKnown = ["Ignore", "Strict"].includes(fieldValidation);
      return ofApiServer({ ...rest, query: isKnown ? query : {} });
    });

    await expect(findUnsupported(place)).resolves.toMatchObject({ features: [] });
  });

  it("include the field manager if the server returns managers, but accepts a long name", async () => {
    const metadata = { ...(isJsonObject(object["metadata"]) ? object["metadata"] : {}) };
    const managed = { ...object, metadata: { ...metadata, managedFields: [] } };
    const place = placeOn(({ query: { fieldManager: _name, ...query }, ...rest }) =>
      ofApiServer({ ...rest, query }),
    );

    await expect(findUnsupported({ ...place, object: managed })).resolves.toMatchObject({
      features: [],
    });
    await expect(findUnsupported(place)).resolves.toMatchObject({ features: ["field-manager"] });
  });

  it.each(["/gears/trial", "/gears/trial/status"])(
    "include the uid unless the server compares it in a replacement of %s",
    async (compared) => {
      const place = placeOn((request) => {
        const code = ofApiServer(request);
        return code === 409 && request.path !== compared ? 200 : code;
      });

      await expect(findUnsupported(place)).resolves.toMatchObject({ features: [] });
    },
  );

  it.each([
    { dryRuns: "supported", features: [], deletes: 1 },
    { dryRuns: "rejected", features: ["dry-run", "precondition.uid"], deletes: 0 },
    { dryRuns: "ignored", features: ["precondition.uid"], deletes: 0 },
  ] as const)(
    "do not include the uid if the server compares it in deletions, with dry runs $dryRuns",
    async ({ dryRuns, features, deletes }) => {
      const deletions: RestRequest[] = [];
      const place = placeOn(
        (request) => {
          if (request.method === "DELETE") deletions.push(request);
          const code = ofApiServer(request);
          return code === 409 && request.method !== "DELETE" ? 200 : code;
        },
        { dryRuns },
      );

      await expect(findUnsupported(place)).resolves.toMatchObject({ features });
      expect(deletions).toHaveLength(deletes);
      for (const { body } of deletions) expect(body).toMatchObject({ dryRun: ["All"] });
    },
  );

  it("do not include label selectors, because lists that ignore them are wrong", async () => {
    const place = placeOn(ofApiServer, {
      send: (request) => {
        if (request.query["labelSelector"] === undefined) {
          return Promise.resolve(replyOf(ofApiServer(request)));
        }
        const data = { kind: "json", value: { kind: "GearList", items: [object] } } as const;
        return Promise.resolve({ kind: "reply", status: 200, data, warnings: [] });
      },
    });

    await expect(findUnsupported(place)).resolves.toMatchObject({ features: [] });
  });
});

describe("patches of a server", () => {
  it.each([405, 415, 501])("are not supported if they are rejected with %i", async (code) => {
    const place = placeOn((request) => (request.method === "PATCH" ? code : ofApiServer(request)));

    await expect(findUnsupported(place)).resolves.toEqual({
      features: ["status.patch.merge", "status.patch.json", "status.apply"],
      updates: ["patch.json", "patch.merge"],
      lacksApply: true,
      storesDryRuns: false,
    });
  });

  it.each([
    { type: "application/merge-patch+json", update: "patch.merge" },
    { type: "application/json-patch+json", update: "patch.json" },
  ])("are tried with each media type: $type", async ({ type, update }) => {
    const place = placeOn((request) => (request.contentType === type ? 415 : ofApiServer(request)));

    await expect(findUnsupported(place)).resolves.toMatchObject({ updates: [update] });
  });

  it("are supported for the spec if only those of the status are rejected", async () => {
    const place = placeOn((request) =>
      request.method === "PATCH" && request.path.endsWith("/status") ? 415 : ofApiServer(request),
    );

    await expect(findUnsupported(place)).resolves.toMatchObject({ updates: [], lacksApply: false });
  });
});

const streaming =
  (seen: (request: RestRequest) => StreamSeen) =>
  ({ request }: StreamRequest): Promise<StreamSeen> =>
    Promise.resolve(seen(request));

describe("watches of a server", () => {
  it.each<{ what: string; seen: (request: RestRequest) => StreamSeen; lacks: readonly string[] }>([
    { what: "marks the end", seen: () => ({ status: 200, lines: [marked] }), lacks: [] },
    {
      what: "marks no end, but knows the request",
      seen: ({ query }) => ({ status: "resourceVersionMatch" in query ? 200 : 422, lines: [] }),
      lacks: [],
    },
    {
      what: "rejects the request, and sends bookmarks",
      seen: ({ query }) =>
        "sendInitialEvents" in query
          ? { status: 422, lines: [] }
          : { status: 200, lines: ['{"type":"BOOKMARK"}'] },
      lacks: ["watch.initialEvents"],
    },
    {
      what: "ignores the request, and sends no bookmark",
      seen: () => ({ status: 200, lines: ['{"type":"ADDED"}'] }),
      lacks: ["watch.initialEvents", "watch.bookmarks"],
    },
  ])("are judged for one that $what", async ({ seen, lacks }) => {
    const place = placeOn(ofApiServer, { stream: streaming(seen) });

    await expect(findUnsupported(place)).resolves.toMatchObject({ features: lacks });
  });

  it.each([
    { what: "rejects the request", status: 422, is: true },
    { what: "rejects it as malformed", status: 400, is: true },
    { what: "serves it", status: 200, is: false },
    { what: "denies it", status: 403, is: false },
  ])("are known to be missing for a server that $what", async ({ status, is }) => {
    const stream = streaming(() => ({ status, lines: [] }));

    await expect(rejectsInitialEvents({ stream, collectionPath: "/kilns" })).resolves.toBe(is);
  });
});
