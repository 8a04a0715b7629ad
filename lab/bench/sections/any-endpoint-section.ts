import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "#contract";
import { startReference } from "#reference";
import { printDialect } from "#targets/dialect-file";
import { canonicalDialect, prepareDialect, readEndpointSchema } from "#targets/graphql";
import { inferDialect, startingDialect } from "#wings/init";
import { targetOptionsOf } from "../../../bin/reach/connect-endpoint.ts";
import { readDialectOption } from "../../../bin/options/dialect-option.ts";
import { compareDialects } from "../../../bin/testing/compare-dialects.ts";
import { largeSchemaTypes, startLargeSchema } from "../../../bin/testing/large-schema.ts";
import {
  identities,
  init,
  routeSamples,
  servers,
  wordsFor,
} from "../../../bin/testing/own-endpoints.ts";
import type { Started } from "../../../bin/testing/own-endpoints.ts";
import { dialectByHand } from "../../../bin/testing/planted-defects.ts";
import type { Section, SectionContext } from "../section.ts";
import type { Row } from "../row-table.ts";

const folder = new URL("../../suites/targets/graphql/testing/endpoints/", import.meta.url);

const names = ["volumes", "routes", "lamps", "jobs", "sensors", "recipes"] as const;

export const anyEndpoint: Section = {
  title: "Dialects that init writes",
  measure: async (context) => {
    writeFileSync(join(context.folder, "routes.samples.yaml"), routeSamples);
    const rows: Row[] = [...(await large(context))];
    for (const name of names) {
      await using server = await servers[name].start();
      const keyArgs = [...identities("key"), ...wordsFor(name, server, context.folder)];
      const byHand = printDialect(dialectByHand(name, server, folder).dialect);
      rows.push(...(await written({ name, server, initArgs: keyArgs, byHand }, context)));
    }
    await using server = await startReference({});
    const tokenArgs = [...identities("token"), "--namespace", "default", "other"];
    const byHand = printDialect(canonicalDialect);
    rows.push(
      ...(await written({ name: "the reference", server, initArgs: tokenArgs, byHand }, context)),
    );
    return rows;
  },
};

interface Trial {
  readonly name: string;
  readonly server: Started;
  readonly initArgs: readonly string[];
  readonly byHand: string;
}

async function written(
  { name, server, initArgs, byHand }: Trial,
  context: SectionContext,
): Promise<readonly Row[]> {
  const path = join(context.folder, "written.yaml");
  const { code, err } = await init(server, path, initArgs);
  if (code !== 0) throw new Error(`init on ${name} failed with ${code}: ${err}`);
  const { kinds } = readDialectOption(path).dialect;
  const { same, edits, unmarked } = compareDialects(readFileSync(path, "utf8"), byHand);
  const mutations = kinds.flatMap(({ operations }) => operations.updateStatus);
  const share = (100 * same) / (same + edits.length);
  return [
    { name: `${name}: kinds`, values: [kinds.length], unit: "" },
    { name: `${name}: status mutations of all kinds`, values: [mutations.length], unit: "" },
    { name: `${name}: edits needed`, values: [edits.length], unit: "" },
    { name: `${name}: statements without an edit`, values: [share], unit: "%", atLeast: 90 },
    { name: `${name}: wrong and not marked`, values: [unmarked.length], unit: "", atMost: 0 },
  ];
}

async function large({ isSmoke }: SectionContext): Promise<readonly Row[]> {
  const identity = { kind: "static", credential: "author-key" } as const;
  const known = { name: "large", namespaces: ["inbox"], identities: { author: identity } };
  await using server = await startLargeSchema();
  const values: number[] = [];
  for (let round = 0; round < (isSmoke ? 1 : 5); round += 1) {
    const startedMs = performance.now();
    const schema = await readEndpointSchema(
      targetOptionsOf({
        endpoint: server.url,
        dialect: { dialect: startingDialect(known), locate: () => "" },
        limits,
        signal: new AbortController().signal,
      }),
    );
    prepareDialect(schema, inferDialect(schema, known).dialect);
    values.push(performance.now() - startedMs);
  }
  const name = `schema of ${largeSchemaTypes} types: introspection, inference and planning`;
  return [{ name, values, unit: "ms", atMost: 1000, note: "the server is in the same process" }];
}
