import { counted } from "#contract";
import { verdicts } from "#verdicts";
import type { Verdict } from "#verdicts";
import type { ReportRequirement } from "../report/report.ts";
import { html, rendered } from "./markup.ts";
import type { Markup } from "./markup.ts";
import type { PageContext } from "./page-context.ts";
import { requirementMarkup } from "./requirement-view.ts";
import { toneOf } from "./verdict-view.ts";
import type { Tone } from "./verdict-view.ts";

/** Verdicts on requirements that the run did not test. */
const untested: ReadonlySet<Verdict> = new Set(["excluded", "not-applicable"]);

const byUrgency: readonly Tone[] = ["bad", "caution", "good", "neutral"];

function urgencyOf({ verdict }: ReportRequirement): number {
  return byUrgency.indexOf(toneOf(verdict));
}

export function requirementsView({ context }: { readonly context: PageContext }): Markup {
  const requirements = context.report.requirements.toSorted(
    (left, right) => urgencyOf(left) - urgencyOf(right),
  );
  const areas = [...new Set(requirements.map(({ area }) => area))];
  return html`<section aria-labelledby="requirements">
    <h2 id="requirements">Requirements</h2>
    ${filters({ context, areas })}
    ${areas.map((area) =>
      areaView({ area, requirements: requirements.filter((of) => of.area === area), context }),
    )}
    <p class="nothing-found" hidden>
      No requirement matches. <button type="button" data-reset>Show all</button>
    </p>
  </section>`;
}

interface FiltersProps {
  readonly context: PageContext;
  readonly areas: readonly string[];
}

function filters({ context, areas }: FiltersProps): Markup {
  const { sums, requirements } = context.report;
  const present = verdicts.filter((verdict) => sums[verdict] > 0);
  return html`<form class="filters" role="search" aria-label="Requirements" hidden>
    <label class="search">
      <span>Search</span>
      <input
        type="search"
        name="q"
        autocomplete="off"
        placeholder="words or an id"
        aria-keyshortcuts="/"
      />
    </label>
    <label
      ><span>Level</span>
      <select name="level">
        <option value="">all</option>
        ${["MUST", "SHOULD", "MAY"].map((level) => html`<option value=${level}>${level}</option>`)}
      </select>
    </label>
    <label
      ><span>Area</span>
      <select name="area">
        <option value="">all</option>
        ${areas.map((area) => html`<option value=${area}>${area}</option>`)}
      </select>
    </label>
    <fieldset>
      <legend>Verdict</legend>
      ${present.map(
        (verdict) =>
          html`<label class="chip"
            ><input type="checkbox" name="verdict" value=${verdict} /><span
              ><span class=${`dot ${toneOf(verdict)}`} aria-hidden="true"></span>${verdict}</span
            ></label
          >`,
      )}
    </fieldset>
    <p class="filters-end">
      <span role="status" data-shown>${counted(requirements.length, "requirement")}</span>
      <button type="button" data-open>Open all shown</button>
      <button type="button" data-reset>Reset</button>
    </p>
  </form>`;
}

interface AreaProps {
  readonly area: string;
  readonly requirements: readonly ReportRequirement[];
  readonly context: PageContext;
}

function areaView({ area, requirements, context }: AreaProps): Markup {
  const judged = requirements.filter(({ verdict }) => !untested.has(verdict));
  const held = judged.filter(({ verdict }) => verdict === "pass").length;
  const total = counted(judged.length, "holds", "hold");
  const verdictsShown = [...new Set(requirements.map(({ verdict }) => verdict))].join(" or ");
  const markup = requirements.map((requirement) => requirementMarkup(requirement, context));
  const tone = byUrgency[Math.min(...requirements.map(urgencyOf))] ?? "neutral";
  const needsAttention = tone === "bad" || tone === "caution";
  return html`<details class="area" open=${needsAttention}>
    <summary>
      <h3 id=${`area-${area}`}>
        <span class=${`dot ${tone}`} aria-hidden="true"></span> ${area}${" "}
        <span class="muted">${judged.length === 0 ? verdictsShown : `${held} of ${total}`}</span>
      </h3>
    </summary>
    <div dangerouslySetInnerHTML=${rendered(...markup)} />
  </details>`;
}
