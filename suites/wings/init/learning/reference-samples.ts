import type { JsonObject } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import type { Shared } from "../requests/on-trial.ts";
import { ownersNamed, valuesListed } from "../operations/owner-namespaces.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import type { Repair } from "../requests/repair-samples.ts";
import { plain } from "../schema/shapes.ts";
import { kindNamed } from "../requests/trial-requests.ts";

/**
 * Repairs a rejected sample with the keys of existing objects, if the error is about a field that refers to an object
 * of another type, such as `pressCode`. Notes a reference for which no object exists.
 */
export async function referenceRepair(
  dialect: Dialect,
  name: string,
  {
    refused,
    spec,
    shared,
  }: { readonly refused: Exchange; readonly spec: JsonObject; readonly shared: Shared },
): Promise<Repair | undefined> {
  const kind = kindNamed(dialect, name);
  if (kind === undefined || isAboutCaller(refused, Object.keys(spec))) return undefined;
  const words = new Set(
    [...textsOf(refused), JSON.stringify(refused.reply?.body ?? null)].flatMap((text) =>
      text.split(/[^\p{L}\p{N}_]+/u).map(plain),
    ),
  );
  const named = Object.entries(spec).filter(
    ([member, value]) => typeof value === "string" && words.has(plain(member)),
  );
  for (const [member, sent] of named) {
    const owners = ownersNamed(shared.means.schema, kind, member).filter(
      ({ type }) => type !== (kind.type ?? kind.name),
    );
    for (const owner of owners) {
      const values = await valuesListed(dialect, owner, shared);
      if (values.some((value) => value === sent)) return undefined;
      const { field } = owner.list;
      if (values.length > 0) {
        return { member, values, reason: `${field} returned objects with these values` };
      }
      const reason = `${member} refers to another object, and ${field} returned none: create one, and run init again`;
      shared.notes.note(["kinds", name, "samples", "specs"], "low", reason);
    }
  }
  return undefined;
}
