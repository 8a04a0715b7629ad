import { describe, expect, it } from "vitest";
import { protobufObject } from "../testing/protobuf-object.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";
import type { ProxyRequest, RecognizedWrite } from "./recognition.ts";

const { mayWrite, writes, expiry, lists, reads } = recognizeKubernetes({
  endpoint: "https://cluster.example/prefix",
  kinds: [
    { name: "Gear", resource: { group: "example.com", plural: "gears" } },
    { name: "ConfigMap", resource: { group: "", plural: "configmaps" } },
  ],
});

const gears = "/prefix/apis/example.com/v1/namespaces/default/gears";

function request(method: string, path: string, content: unknown, type = "json"): ProxyRequest {
  const body = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return { method, path, contentType: `application/${type}`, body };
}

function write(one: ProxyRequest): RecognizedWrite | undefined {
  return writes(one)[0]?.write;
}

describe("writes at an API server", () => {
  it("are known by their path, the status apart", () => {
    const metadata = { name: "photos", resourceVersion: "41" };
    const status = { teeth: 3 };

    expect(write(request("PUT", `${gears}/photos/status`, { metadata, status }))).toEqual({
      side: "status",
      names: ["photos"],
      kinds: ["Gear"],
      texts: ["photos", "41", "3"],
      version: "41",
      status,
    });
    expect(write(request("PATCH", `${gears}/photos?fieldManager=x`, {}))).toMatchObject({
      side: "main",
      names: ["photos"],
    });
  });

  it("state their program as an API server derives it, and whether they apply", () => {
    const status = `${gears}/photos/status`;
    const userAgent = "manager/v0.0.0 (linux/amd64) kubernetes/abc";
    const patch = request("PATCH", status, {}, "apply-patch+yaml");

    expect(write({ ...request("PUT", status, {}), userAgent })).toMatchObject({ agent: "manager" });
    expect(write({ ...patch, path: `${status}?fieldManager=counter`, userAgent })).toMatchObject({
      agent: "counter",
      isApply: true,
    });
    expect(write(request("PATCH", status, {}, "merge-patch+json"))).not.toHaveProperty("isApply");
  });

  it("are those of the kinds of the target alone, whatever else names its objects", () => {
    const metadata = { name: "photos", ownerReferences: [{ kind: "Gear", name: "photos" }] };
    const others = [
      "/prefix/apis/apps/v1/namespaces/default/deployments",
      "/prefix/apis/other.example/v1/namespaces/default/gears",
      "/prefix/api/v1/namespaces/default/events",
      "/apis/example.com/v1/namespaces/default/gears",
    ];

    for (const path of others) {
      expect(mayWrite({ method: "POST", path })).toBe(false);
      expect(write(request("POST", path, { metadata }))).toBeUndefined();
    }
    expect(mayWrite({ method: "GET", path: `${gears}/photos` })).toBe(false);
    expect(mayWrite({ method: "PUT", path: `${gears}/photos/scale` })).toBe(false);
  });

  it("of something new are known by the name in the body", () => {
    expect(write(request("POST", gears, { metadata: { name: "photos" } }))?.names).toEqual([
      "photos",
    ]);
    expect(write(request("POST", gears, { metadata: { generateName: "p-" } }))?.names).toEqual([]);
  });

  it("are read from YAML where they are applied", () => {
    const applied = "metadata:\n  name: photos\nstatus:\n  teeth: 3\n";

    expect(
      write(request("PATCH", `${gears}/photos/status`, applied, "apply-patch+yaml")),
    ).toMatchObject({ status: { teeth: 3 } });
  });

  it("in protobuf are read as far as needed, and so are the responses", () => {
    const body = protobufObject("ConfigMap", { name: "photo", resourceVersion: "41" });
    const type = "vnd.kubernetes.protobuf";
    const path = "/prefix/api/v1/namespaces/default/configmaps/photo";
    const asked = { ...request("PUT", path, "", type), body };

    expect(write(asked)).toEqual({
      side: "main",
      kinds: ["ConfigMap"],
      names: ["photo"],
      texts: [],
      version: "41",
    });
    const headers = { "content-type": `application/${type}` };
    expect(writes(asked)[0]?.resultIn({ status: 200, headers, body })).toEqual({
      result: "stored",
      version: "41",
      texts: [],
    });
  });
});

function reading(query: string, path = gears): unknown {
  return expiry?.readingIn({ method: "GET", path: `${path}${query}` });
}

it.each([
  ["GET", `${gears}/photos`, ["photos"]],
  ["GET", `${gears}/photos/status`, ["photos"]],
  ["GET", `${gears}?fieldSelector=metadata.name%3Dphotos`, []],
  ["GET", "/prefix/apis/example.com/v1/namespaces/default/others/photos", []],
  ["PUT", `${gears}/photos`, []],
])("%s %s reads %j", (method, path, names) => {
  expect(reads(request(method, path, ""))).toEqual(names);
});

describe("readings of a collection at an API server", () => {
  it("are lists of one kind", () => {
    const paths = ["/prefix/apis/example.com/v1/gears?limit=500", gears, `${gears}/photos`];

    expect(paths.map((path) => lists(request("GET", path, ""), "Gear"))).toEqual([
      true,
      true,
      false,
    ]);
    expect(lists(request("GET", gears, ""), "ConfigMap")).toBe(false);
    expect(lists(request("POST", gears, {}), "Gear")).toBe(false);
  });

  it.each([
    ["a list", "", false],
    ["a list that may be old", "?resourceVersion=0", false],
    ["a watch that goes on", "?watch=true&resourceVersion=41", true],
    ["a watch that goes on, as a number", "?watch=1&resourceVersion=41", true],
    ["a watch from now on", "?watch=true", false],
    ["a watch from any version", "?watch=true&resourceVersion=0", false],
    [
      "a watch that begins with a list",
      "?watch=true&sendInitialEvents=true&resourceVersion=41",
      false,
    ],
    ["a list at a version", "?watch=false&resourceVersion=41", false],
  ])("is %s", (_, query, resumes) => {
    expect(reading(query)).toEqual({ collection: gears, resumes });
  });

  it("is nothing that reads one object, or writes", () => {
    expect(reading("", `${gears}/photos`)).toBeUndefined();
    expect(reading("", "/openapi/v3")).toBeUndefined();
    expect(expiry?.readingIn({ method: "POST", path: gears })).toBeUndefined();
  });

  it("fails as expired within the stream, as API servers have it", () => {
    const { status = 0, body = Buffer.alloc(0) } = expiry?.reply ?? {};

    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toMatchObject({
      type: "ERROR",
      object: { kind: "Status", reason: "Expired", code: 410 },
    });
  });
});
