import { counted } from "#contract";
import type { Resource } from "#contract";
import { definitionKindName } from "../kinds/parse-definition.ts";
import type { Cause } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { isQualifiedName } from "./validate-conditions.ts";

export function validateMetadata(
  request: WriteRequest,
  stored: Resource | undefined,
): readonly Cause[] {
  const { finalizers } = request.content;
  return [
    ...(request.verb === "create" ? validateName(request) : []),
    ...validateFinalizers(finalizers ?? [], stored),
  ];
}

/** Matches a DNS label (RFC 1123), which Kubernetes requires for the names of namespaces, for example. */
const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function validateName({ key, kind }: WriteRequest): readonly Cause[] {
  const { name, namespace } = key;
  // The name of a definition is a domain name, e.g. `widgets.example.com`.
  const isName =
    kind.name === definitionKindName
      ? name.length <= 253 && name.split(".").every((part) => label.test(part))
      : label.test(name);
  return [
    ...(isName ? [] : [badName("name")]),
    ...(namespace === undefined || label.test(namespace) ? [] : [badName("namespace")]),
  ];
}

function badName(member: string): Cause {
  return invalid(
    `metadata.${member}`,
    "must be 1 to 63 lower-case letters, digits or inner hyphens.",
  );
}

const finalizerCount = 32;

function validateFinalizers(
  finalizers: readonly string[],
  stored: Resource | undefined,
): readonly Cause[] {
  if (finalizers.length > finalizerCount) {
    return [invalid("metadata.finalizers", `must be at most ${counted(finalizerCount, "name")}.`)];
  }
  const isTerminating = stored?.metadata.deletionTimestamp !== undefined;
  return finalizers.flatMap((name, index): readonly Cause[] => {
    const field = `metadata.finalizers[${index}]`;
    if (!isQualifiedName(name)) return [invalid(field, "must be a qualified name.")];
    if (finalizers.indexOf(name) < index) {
      return [{ reason: "FieldValueDuplicate", field, message: `${field} is a duplicate.` }];
    }
    if (!isTerminating || stored.metadata.finalizers?.includes(name)) return [];
    const message = `${field} cannot be added: the object is being deleted.`;
    return [{ reason: "FieldForbidden", field, message }];
  });
}

function invalid(field: string, problem: string): Cause {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}
