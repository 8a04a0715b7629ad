import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

export interface Definition {
  readonly object: JsonObject;
  /** The kind, in a form that the command line accepts: `gateways.gateway.networking.k8s.io`. */
  readonly name: string;
  readonly hasStatus: boolean;
}

/** Reads the definitions in files and folders of a module, sorted by name. Skips files that are not valid YAML. */
export async function readDefinitions(
  folder: string,
  paths: readonly string[],
): Promise<readonly Definition[]> {
  const found = new Map<string, Definition>();
  for (const path of paths) {
    for (const file of await yamlFiles(resolve(folder, path))) {
      for (const one of definitionsIn(await readFile(file, "utf8"))) found.set(one.name, one);
    }
  }
  return [...found.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function yamlFiles(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const names = await readdir(path);
  return names.filter((name) => /\.ya?ml$/u.test(name)).map((name) => join(path, name));
}

function definitionsIn(text: string): readonly Definition[] {
  return parseAllDocuments(text).flatMap((document) => {
    const value: unknown = document.errors.length === 0 ? document.toJS() : undefined;
    return isJsonObject(value) && value["kind"] === "CustomResourceDefinition"
      ? definitionOf(value)
      : [];
  });
}

function definitionOf(object: JsonObject): readonly Definition[] {
  const name = memberOf(object, "metadata")["name"];
  const spec = memberOf(object, "spec");
  const versions = listOf(spec["versions"]).filter(isJsonObject);
  if (typeof name !== "string" || name.endsWith(".")) return [];
  return [
    {
      name,
      object: withoutConversion(object, spec),
      hasStatus: versions.some(
        (version) => version["served"] === true && "status" in memberOf(version, "subresources"),
      ),
    },
  ];
}

/** Removes the conversion webhook, because no webhook runs here. Versions with equal schemas need no conversion. */
function withoutConversion(object: JsonObject, spec: JsonObject): JsonObject {
  const { conversion: _webhook, ...rest } = spec;
  const { name } = memberOf(object, "metadata");
  const annotations = approvalOf(object);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: name ?? "", annotations },
    spec: rest,
  };
}

/** Adds the approval annotation that groups under `k8s.io` require. */
function approvalOf(object: JsonObject): JsonObject {
  const annotations = memberOf(memberOf(object, "metadata"), "annotations");
  return { "api-approved.kubernetes.io": "unapproved, experimental-only", ...annotations };
}

function memberOf(object: JsonObject, name: string): JsonObject {
  const member = object[name];
  return isJsonObject(member) ? member : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
}
