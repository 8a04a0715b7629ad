import { counted, isJsonList, isJsonObject, readAuthored, resourceVersion, uid } from "#contract";
import type {
  ByForm,
  JsonObject,
  JsonValue,
  ManagedFields,
  Resource,
  ResourceMetadata,
} from "#contract";
import { longestToken, withoutNulls } from "../../port/reading.ts";
import type { Reading } from "../../port/reading.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { readStatus } from "../resources/status-form.ts";

/**
 * Decodes an object of an API server into the contract's form, or returns why it cannot be decoded. After a dry run of
 * a create request, the version is the empty string, because the server returns none. Never throws.
 */
export function readObject(value: JsonValue, kind: RestKind): Reading<Resource> {
  if (!isJsonObject(value)) return unreadable("expected an object");
  const metadata = readMetadata(value["metadata"]);
  if (!metadata.ok) return metadata;
  const said = value["kind"];
  const spec = specOf(value, kind);
  const status = value["status"];
  return {
    ok: true,
    value: {
      kind: typeof said === "string" && said !== kind.literal ? said : kind.name,
      metadata: metadata.value,
      ...(spec === undefined ? {} : { spec }),
      ...(isJsonObject(status) ? { status: statusOf(status, kind) } : {}),
    },
  };
}

function statusOf(status: JsonObject, kind: RestKind): JsonObject {
  return readStatus(withoutUnset(withoutNulls(status), kind), kind.statusForm);
}

function withoutUnset(status: JsonObject, { notes }: RestKind): JsonObject {
  const { unsetAsZero = [] } = notes ?? {};
  if (unsetAsZero.length === 0) return status;
  return Object.fromEntries(
    Object.entries(status).filter(
      ([member, value]) => value !== 0 || !unsetAsZero.includes(member),
    ),
  );
}

function specOf(value: JsonObject, { body }: RestKind): JsonObject | undefined {
  if (body === "spec") return isJsonObject(value["spec"]) ? withoutNulls(value["spec"]) : undefined;
  const heads = new Set(["apiVersion", "kind", "metadata", "status"]);
  return withoutNulls(
    Object.fromEntries(Object.entries(value).filter(([member]) => !heads.has(member))),
  );
}

const tokens = ["name", "namespace", "uid", "resourceVersion"] as const;

export function readVersion(metadata: JsonValue | undefined): string | undefined {
  const version = isJsonObject(metadata) ? metadata["resourceVersion"] : undefined;
  return typeof version === "string" && version.length <= longestToken ? version : undefined;
}

function readMetadata(value: JsonValue | undefined): Reading<ResourceMetadata> {
  if (!isJsonObject(value)) return unreadable("the object has no metadata");
  for (const member of tokens) {
    const text = value[member];
    if (typeof text === "string" && text.length > longestToken) {
      return unreadable(
        `metadata.${member} has ${counted(text.length, "character")}, more than ${longestToken}`,
      );
    }
  }
  const name = textOf(value["name"]);
  const id = textOf(value["uid"]);
  const version = value["resourceVersion"] ?? "";
  if (name === undefined) return unreadable("the object has no metadata.name");
  if (id === undefined) return unreadable("the object has no metadata.uid");
  if (typeof version !== "string") return unreadable("metadata.resourceVersion is not a string");
  return {
    ok: true,
    value: {
      name,
      uid: uid(id),
      resourceVersion: resourceVersion(version),
      ...present("namespace", textOf(value["namespace"])),
      ...present("generation", integerOf(value["generation"])),
      ...present("creationTimestamp", textOf(value["creationTimestamp"])),
      ...present("deletionTimestamp", textOf(value["deletionTimestamp"])),
      ...readAuthored((field) => value[field], readers),
      ...present("managedFields", managedFields(value["managedFields"])),
      ...present("ownerReferences", ownersIn(value["ownerReferences"])),
    },
  };
}

const readers: ByForm<JsonValue> = { names: textList, objects: objectList, texts: textsByName };

function present<Name extends string, T>(
  name: Name,
  value: T | undefined,
): Partial<Record<Name, T>> {
  const members: Partial<Record<Name, T>> = {};
  if (value !== undefined) members[name] = value;
  return members;
}

function ownersIn(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  const owners = value === undefined ? [] : (objectList(value) ?? []);
  return owners.length === 0 ? undefined : owners;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function integerOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

function textsByName(value: JsonValue | undefined): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, text] as const] : [],
  );
  return Object.fromEntries(entries);
}

function textList(value: JsonValue | undefined): readonly string[] | undefined {
  return isJsonList(value) ? value.filter((item) => typeof item === "string") : undefined;
}

function objectList(value: JsonValue): readonly JsonObject[] | undefined {
  return isJsonList(value) ? value.filter(isJsonObject) : undefined;
}

function managedFields(value: JsonValue | undefined): readonly ManagedFields[] | undefined {
  return isJsonList(value) ? value.flatMap((entry) => managedFieldsOf(entry)) : undefined;
}

function managedFieldsOf(entry: JsonValue): readonly ManagedFields[] {
  if (!isJsonObject(entry)) return [];
  const { manager, operation, subresource, fieldsV1 } = entry;
  if (typeof manager !== "string") return [];
  if (operation !== "Apply" && operation !== "Update") return [];
  const fields = isJsonObject(fieldsV1) ? fieldsV1 : {};
  const side = typeof subresource === "string" && subresource !== "" ? { subresource } : {};
  return [{ manager, operation, fields, ...side }];
}

function unreadable(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
