import type { Judgement } from "./judgements/judgement.ts";
import { counted } from "#contract";
import { markdownTable } from "#reports";
import { systems } from "./systems.ts";
import { cellOf, titleOf } from "./exhibits-table.ts";
import { isShown } from "./try-exhibit.ts";
import type { Shown } from "./try-exhibit.ts";

type Ran = Extract<Shown, { readonly before: unknown }>;

/** Renders the page with every exhibit whose rule is violated before the fix and passes after it. */
export function pageOf(results: readonly Shown[], judgements: readonly Judgement[]): string {
  const ran = results.filter((one): one is Ran => one.skipped === undefined && isShown(one));
  const names = new Set(ran.map(({ exhibit }) => exhibit.system));
  const seen = systems.filter(({ name }) => names.has(name));
  const languages = new Set(seen.map(({ language }) => language));
  const asked = ran.filter(({ exhibit }) => exhibit.isFeatureUpstream === true).length;
  const certain = ran.filter(({ exhibit }) => exhibit.isDeterministic).length;
  return `# Museum of published bugs

The suite finds these published bugs in third-party systems: ${counted(ran.length, "exhibit")} from ${counted(seen.length, "system")} in ${counted(languages.size, "language")}. Each exhibit is a released version with a defect that is described upstream, and the version with its fix. Both are checked with the same options and the same seed: the named rule is broken before the fix and passes after it. ${certain === ran.length ? "All" : certain} of the exhibits are deterministic. ${asked} are marked as *feature*: upstream filed them as a missing feature, not as a bug, because the release accepts and ignores a precondition or a finalizer that it does not support.

\`npm run museum -- --list\` prints them, \`--only ${ran[0]?.exhibit.id ?? "ID"}\` runs one, \`--all\` runs all and \`--whole\` checks the fixed versions against all rules. Released packages are fetched through Maven, pip, npm and the Go command, pinned, and kept in \`~/.cache/status-conformance/museum\`; exhibits whose tools are missing are skipped with the reason. The exhibits are defined in \`lab/museum/exhibits.ts\`. \`--page docs/museum.md\` writes this page from the results of a run.

${table(ran)}
${seen.map(({ title, language, licence, method }) => `- ${title}: ${language}, ${licence}, ${method}`).join("\n")}

## Methods

- **served**: fakes of API servers, against which the suite runs. They deviate from HTTP conventions: they return 200 for a creation and 202 for a patch, send no body for a deletion or an error, and serve watches only over WebSockets, or not at all. A front end provides the missing control plane (version, discovery, namespaces, roles) and passes on requests for objects and their responses unchanged. Features that a system does not support, such as apply or dry runs, are not tested. Roles are not tested because a fake gives every client all permissions; histories and random sequences are not tested because fakes are made for one client at a time.
- **graphql**: GraphQL libraries behind a thin server, against which the suite runs with a custom dialect. Roles, histories and random sequences are not tested here either.
- **recorded**: stores without a status. A small client uses the released version and records a history, and [\`check-history\`](histories.md) checks it. The rule is an anomaly in the history.
- **cluster**: kube-apiserver itself, with etcd, against which the suite runs as against any API server. Its first build takes minutes.
- **observed**: frameworks for controllers. A small operator runs against a kube-apiserver while another client writes the same object, and [\`observe\`](controllers.md) checks the operator.

## Also found

- Bugs in the newest versions that their trackers do not list: [open bugs](museum/open/README.md).
- Defects in this suite. The fixed release of etcd broke \`phantom-event\`, because a deletion between two creations was not counted if the history has no uids. The kopf release with the bug passed, because \`observe\` did not attribute writes that add a finalizer. A kind with user-supplied values was assumed to drop unknown fields, although the mock keeps them, because the schema of the kind was not read. A list without a version could not be read, which left the rule about it undecided. No rule caught two published bugs: a spec write was only tried on a status that had all fields, although the bug stores missing fields ([2478](https://github.com/kubernetes-sigs/controller-runtime/issues/2478)), and the version of an object that waits for its deletion was not compared ([5020](https://github.com/fabric8io/kubernetes-client/issues/5020)). All are fixed, with tests. A recorded conflict on a missing object is a \`spurious-conflict\` because the format has \`not-found\` for it; clients of NATS and of stores that return HTTP 412 for both record \`failed\`, as [the guide](histories.md) states.
- Further rules that the fixed versions break, [judged below](#further-broken-rules). The recorded histories, the observation and the GraphQL servers break no further rules.

## Not shown

- PostGraphile: live queries miss deletions ([1033](https://github.com/graphile/crystal/issues/1033)). The last version with the bug, \`@graphile/lds\` 4.4.0-beta.8, is no longer on npm: \`npm view @graphile/lds versions\` starts with 4.4.0-rc.1, which reports deletions. The GraphQL exhibit therefore uses strawberry.
- graphql-subscriptions: in 0.4.1 all subscribers of a filtered subscription share one iterator, and each event reaches one of them ([69](https://github.com/apollographql/graphql-subscriptions/pull/69)). The fix, 0.4.2, takes a different argument, so no single server runs on both; strawberry shows the same bug.
- fabric8: a replacement with an old version is accepted in 6.4.1 ([4739](https://github.com/fabric8io/kubernetes-client/issues/4739)). 6.5.0 to 7.0.0 reject it, with HTTP 409 and the reason Invalid, which breaks the same rule: an [open bug](museum/open/fabric8-conflict-reason.md).
- controller-runtime: a status update returns the old version ([2487](https://github.com/kubernetes-sigs/controller-runtime/issues/2487)). No release has this bug: 0.16.1 and 0.16.2 return the new version.
- kube-apiserver: a status write of a ResourceClaim changes labels ([123727](https://github.com/kubernetes/kubernetes/issues/123727), 1.29). Not tested: it requires the builds of two more releases, which depend on other modules.
- kmock: a write to either endpoint changes the whole object ([30](https://github.com/nolar/kmock/issues/30)). No release has a fix; 0.8 is the newest.

## Further broken rules

\`--whole\` checks the fixed versions against all rules, and \`--recent\` checks recent ones. Each additional rule that one of them breaks is a true positive: *fixed* in a later release, *open* if no fix was found, or a *limit* if the system is not designed for it. If a broken rule has no judgement, the run exits with code 1. The judgements are in \`lab/museum/judgements\`.

${judgementTable(judgements)}
## What was found

${ran.map(sectionOf).join("\n\n")}
`;
}

function table(ran: readonly Ran[]): string {
  const head = ["Exhibit", "System", "Broken in", "Passes in", "Rule", "Seconds for both"];
  const rows = ran.map(({ exhibit: { id, system, rule }, before, after, seconds }) => [
    `[${id}](#${id})`,
    titleOf(system),
    before.release,
    after.release,
    `\`${rule}\``,
    String(seconds),
  ]);
  return `${markdownTable(head, rows)}\n`;
}

function judgementTable(judgements: readonly Judgement[]): string {
  const head = ["System", "Releases", "Rules", "Behavior", "Upstream status", "Source"];
  const rows = judgements.map((one) => [
    titleOf(one.system),
    one.releases.join(", "),
    one.rules.map((rule) => `\`${rule}\``).join(", "),
    one.deviation,
    one.standing,
    one.sources.map((address) => `[${lastOf(address)}](${address})`).join(", "),
  ]);
  return `${markdownTable(head, rows)}\n`;
}

function sectionOf({ exhibit, before, seed }: Ran): string {
  const { id, system, defect, upstream, rule, isDeterministic, isFeatureUpstream } = exhibit;
  const links = upstream.map((address) => `[${lastOf(address)}](${address})`).join(", ");
  const chance = isDeterministic ? "Reproduced in every run" : "Not reproduced in every run";
  const filed = isFeatureUpstream === true ? " (*feature*)" : "";
  const found = before.finding === undefined ? "" : ` Finding: ${cellOf(before.finding)}.`;
  const seeded = seed === undefined ? "" : ` (seed ${seed})`;
  return `### ${id}

${defect} Upstream: ${links}${filed}. ${titleOf(system)} ${before.release} breaks \`${rule}\`.${found} ${chance}${seeded}.`;
}

function lastOf(address: string): string {
  const last = address.split("/").findLast((part) => part !== "") ?? address;
  return last.replace(/\.md(?=#|$)/u, "");
}
