import { agreeing, counted, features as knownFeatures, inCatalogue, isFeature } from "#contract";
import type { Feature, RequirementId } from "#contract";
import type { ReportRequirement } from "../report/report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import type { Tone } from "./verdict-view.ts";

const verifying: Readonly<Record<string, readonly RequirementId[]>> = {
  crossWrite: [
    "isolation.spec-in-status-write-is-rejected",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.spec-in-status-write-is-ignored",
    "isolation.metadata-in-status-write-is-ignored",
    "isolation.status-in-spec-write-is-ignored",
  ],
  precondition: [
    "concurrency.version-required",
    "concurrency.replacement-needs-version",
    "concurrency.versionless-writes-all-land",
  ],
  anonymous: [
    "authorization.anonymous-refused",
    "authorization.anonymous-is-a-stranger",
    "semantics.anonymous-is-denied",
  ],
  statusDefault: ["write.status-default-ends-with-first-write"],
  omittedMembers: ["write.omitted-members-unchanged"],
  nullMembers: ["write.null-clears-member"],
  noOp: ["concurrency.no-op-keeps-version"],
  deletedEvent: ["watch.deletion-is-deleted"],
  staleAndInvalid: ["errors.stale-and-invalid-order"],
};

interface Row {
  readonly name: string;
  readonly meaning: string;
  readonly declared: string;
  readonly observed: string;
  readonly tone: Tone;
}

export function declaredView({ context }: { readonly context: PageContext }): Markup | undefined {
  const rows = [...semanticRows(context), ...featureRows(context)];
  if (rows.length === 0) return undefined;
  const odd = rows.filter(({ tone }) => tone !== "good").length;
  return html`<section class="panel" aria-labelledby="declared">
    <h2 id="declared">Declared and observed</h2>
    <p>
      ${odd === 0 ? "All declared features and semantics were observed." : `${odd} of ${counted(rows.length, "declaration")} ${agreeing(odd, "was", "were")} not observed as declared.`}
    </p>
    <details class="fold" open=${odd > 0 && odd <= 12}>
      <summary>${odd > 0 ? "Show differences first" : "Show all"}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="Declared and observed">
        <table>
          <thead>
            <tr>
              <th>feature</th>
              <th>declared</th>
              <th>observed</th>
            </tr>
          </thead>
          <tbody>
            ${rows.toSorted(byTone).map(
              ({ name, meaning, declared, observed, tone }) =>
                html`<tr>
                  <td><code>${name}</code><br /><span class="muted">${meaning}</span></td>
                  <td>${declared}</td>
                  <td><span class=${`tone ${tone}`}>${observed}</span></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function byTone(left: Row, right: Row): number {
  const order: readonly Tone[] = ["bad", "caution", "neutral", "good"];
  return order.indexOf(left.tone) - order.indexOf(right.tone);
}

function semanticRows({ report, supplement }: PageContext): readonly Row[] {
  return Object.entries(supplement.semantics).map(([name, value]) => {
    const ids: readonly string[] = Object.hasOwn(verifying, name) ? (verifying[name] ?? []) : [];
    const judged = report.requirements.filter(({ requirement }) => ids.includes(requirement));
    return {
      name: shownLine(name, 60),
      meaning: ids.length === 0 ? "no requirement depends on it directly" : ids.join(", "),
      declared: shownLine(value, 80),
      ...observationOf(judged),
    };
  });
}

function featureRows({ report }: PageContext): readonly Row[] {
  const { features, undeclared = [], byHand } = report.target;
  const declared = features.map((feature): Row => {
    const judged = report.requirements.filter(({ requirement }) => needs(requirement, feature));
    const source =
      byHand?.declared.includes(feature) === true
        ? "supported (set on the command line)"
        : "supported";
    return rowOf(feature, source, observationOf(judged));
  });
  const withdrawn = (byHand?.withdrawn ?? []).map((feature) =>
    rowOf(feature, "not supported (set on the command line)", {
      observed: "not tested",
      tone: "neutral",
    }),
  );
  const silent = undeclared.map((feature) =>
    rowOf(feature, "not declared", {
      observed: "apparently supported; not tested",
      tone: "caution",
    }),
  );
  return [...declared, ...withdrawn, ...silent];
}

function rowOf(feature: Feature, declared: string, observed: Observation): Row {
  const meaning = isFeature(feature) ? knownFeatures[feature] : "";
  return { name: feature, meaning, declared, ...observed };
}

function needs(requirement: RequirementId, feature: Feature): boolean {
  const needed: readonly Feature[] = inCatalogue(requirement)?.features ?? [];
  return needed.includes(feature);
}

type Observation = Pick<Row, "observed" | "tone">;

function observationOf(judged: readonly ReportRequirement[]): Observation {
  const held = judged.filter(({ verdict }) => verdict === "pass").length;
  const broken = judged.filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict)).length;
  if (broken > 0)
    return {
      observed: `${broken} of ${counted(judged.length, "requirement")} ${agreeing(broken, "is", "are")} broken`,
      tone: "bad",
    };
  if (judged.length === 0)
    return { observed: "no requirement depends on it directly", tone: "good" };
  if (held === 0) return { observed: "not observed: no verdict", tone: "caution" };
  const all = held === judged.length;
  return {
    observed: all
      ? `${agreeing(held, "", "all ")}${counted(held, "requirement holds", "requirements hold")}`
      : `${held} of ${counted(judged.length, "requirement")} ${agreeing(held, "holds", "hold")}, and none is broken`,
    tone: "good",
  };
}
