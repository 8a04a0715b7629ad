import { h } from "preact";
import type { ComponentChild } from "preact";
import { renderToString } from "preact-render-to-string";
import { makeVisible } from "../text/make-visible.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import type { ComparedRequirement, ComparedRun, Comparison } from "./compare-reports.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#c8ccd1, #444c56); --bad: light-dark(#a40e26, #ff9492);
  --good: light-dark(#1a6334, #6fdd8b); --open: light-dark(#7a4d00, #e3b341); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 80rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0 2rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
thead th { border-bottom-width: 2px; }
tbody th { font-weight: normal; min-width: 16rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.fail, .flaky { color: var(--bad); font-weight: 600; }
.pass { color: var(--good); }
.warn, .inconclusive, .untestable, .errored { color: var(--open); }
tr.differs th { border-left: .25rem solid var(--open); }
`;

/** Renders compared runs as a self-contained HTML page without scripts. */
export function renderComparisonHtml(comparison: Comparison): string {
  const { runs, requirements } = comparison;
  const areas = [...new Set(requirements.map(({ area }) => area))];
  const page = h("html", { lang: "en" }, [
    h("head", null, [
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", {
        "http-equiv": "Content-Security-Policy",
        content: "default-src 'none'; style-src 'unsafe-inline'",
      }),
      h("title", null, "Runs side by side"),
      h("style", { dangerouslySetInnerHTML: { __html: style } }),
    ]),
    h("body", null, [
      h("main", null, [
        h("h1", null, "Runs side by side"),
        h("ul", null, runs.map(runItem)),
        h("p", null, "A mark on the left shows where the runs differ."),
        areas.map((area) =>
          areaSection(
            area,
            runs,
            requirements.filter((of) => of.area === area),
          ),
        ),
      ]),
    ]),
  ]);
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function runItem({ name, report }: ComparedRun): ComponentChild {
  const { target, suite, startedAt } = report;
  const facts = `${target.endpoint}, ${suite.name} ${suite.version}, ${startedAt}`;
  return h("li", null, [
    h("strong", null, makeVisible(name)),
    `: ${makeVisible(verdictSentence(report))} (${makeVisible(facts)})`,
  ]);
}

function areaSection(
  area: string,
  runs: readonly ComparedRun[],
  requirements: readonly ComparedRequirement[],
): ComponentChild {
  const headings = ["requirement", "level", ...runs.map(({ name }) => makeVisible(name))];
  return h("section", { "aria-labelledby": `area-${area}` }, [
    h("h2", { id: `area-${area}` }, area),
    h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": `table of ${area}` }, [
      h("table", null, [
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            headings.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h("tbody", null, requirements.map(requirementRow)),
      ]),
    ]),
  ]);
}

function requirementRow({
  requirement,
  statement,
  level,
  verdicts,
  differs,
}: ComparedRequirement): ComponentChild {
  return h("tr", { class: differs ? "differs" : "same" }, [
    h("th", { scope: "row" }, [h("code", null, requirement), h("div", null, statement)]),
    h("td", null, level),
    verdicts.map((verdict) => h("td", { class: verdict ?? "none" }, verdict ?? "not required")),
  ]);
}
