import type { ReportExchange } from "../report/report.ts";
import { html, renderMarkup } from "./markup.ts";
import { curlCommands, replayScript } from "./reproduction.ts";
import type { ReproducedRequest } from "./reproduction.ts";
import { shownLine } from "./shown-text.ts";
import { exchangesOf } from "./finding-subject.ts";
import type { FindingSubject } from "./finding-subject.ts";
import { copyBlock } from "./text-views.ts";

const maxRequests = 25;

/** Shows how to reproduce a violation: with the suite, curl, or a script. */
export function reproductionMarkup(subject: FindingSubject): string {
  const { requirement, finding, context } = subject;
  const { credentials } = context.report.target;
  const requests = requestsOf(subject);
  const isShort = requests.length > 0 && requests.length <= maxRequests;
  const curl = isShort ? curlCommands(requests, credentials) : undefined;
  const title = `${requirement.requirement}, ${finding.case}`;
  const script = isShort ? replayScript(title, requests, credentials) : undefined;
  const fileName = `reproduce-${requirement.requirement}.mjs`;
  return renderMarkup(
    html`<div class="reproduction">
      <h5>Reproduce it</h5>
      ${
        requirement.repeat === undefined
          ? undefined
          : copyBlock({
              label: "with the suite, same seed",
              text: shownLine(requirement.repeat, 2000),
            })
      }
      ${curl === undefined ? undefined : fold("with curl: the original requests", copyBlock({ label: "shell", text: curl }))}
      ${
        script === undefined
          ? undefined
          : fold(
              "with a script: the same requests with fresh names and versions",
              copyBlock({ label: fileName, text: script, fileName }),
            )
      }
      ${requests.length === 0 ? html`<p class="note">No single request reproduces the violation; rerun the whole case with the suite.</p>` : undefined}
    </div>`,
  );
}

function fold(title: string, content: ReturnType<typeof html>): ReturnType<typeof html> {
  return html`<details class="fold">
    <summary>${title}</summary>
    ${content}
  </details>`;
}

/** Returns the requests in the evidence in chronological order, preceded by the requests that created their objects. */
function requestsOf({ finding, context }: FindingSubject): readonly ReproducedRequest[] {
  const exchanges = exchangesOf(finding, context).toSorted(
    (left, right) => left.startedMs - right.startedMs,
  );
  const sent = exchanges.flatMap(requestOf);
  const known = new Set(sent.map(({ exchange }) => exchange));
  const creations = [...new Set(sent.map(({ about }) => about))]
    .map((about) => context.supplement.creations.get(about))
    .filter((creation) => creation !== undefined && !known.has(creation.exchange))
    .flatMap((creation) =>
      creation === undefined ? [] : [{ ...creation, kind: "call" as const }],
    );
  return [...creations, ...sent];
}

function requestOf(exchange: ReportExchange): readonly ReproducedRequest[] {
  const { request, identity, verb, about, outcome } = exchange;
  if (request === undefined) return [];
  const reply = exchange.kind === "call" ? exchange.reply : undefined;
  return [
    {
      kind: exchange.kind,
      exchange: exchange.exchange,
      identity,
      verb,
      about,
      outcome,
      ...request,
      ...(reply === undefined ? {} : { reply }),
    },
  ];
}
