import { counted } from "#contract";
import type { JsonValue } from "#contract";
import { decidingLeaves, decidingPaths } from "../report/deciding.ts";
import type {
  ReportCall,
  ReportExchange,
  ReportRequest,
  ReportWatch,
  Violation,
} from "../report/report.ts";
import { pageLimits } from "../report/page-limits.ts";
import { foldJson } from "../text/fold-json.ts";
import { shortDocument } from "../text/short-document.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { printJson } from "./print-json.ts";
import { shownBlock, shownLine } from "./shown-text.ts";
import { block } from "./text-views.ts";

export function exchangeView({ exchange }: { readonly exchange: ReportExchange }): Markup {
  const { identity, verb, about, outcome } = exchange;
  return html`<li>
    <details class="exchange">
      <summary>
        <span class="exchange-number">#${exchange.exchange}</span>
        <span class="exchange-what"
          ><b>${identity}</b> ${verb} <bdi>${shownLine(about, 160)}</bdi>${routeOf(exchange)}</span
        >
        <span class="exchange-outcome"><bdi>${shownLine(outcome, 300)}</bdi></span>
        <span class="exchange-time">${timesOf(exchange)}</span>
      </summary>
      ${requestView({ request: exchange.request })}
      ${exchange.kind === "call" ? replyView(exchange.reply) : eventsView(exchange)}
    </details>
  </li>`;
}

const foldedCharacters = { variables: 600, reply: 800 } as const;

export function decidingExchangeView({
  exchange,
  finding,
}: {
  readonly exchange: ReportCall;
  readonly finding: Violation;
}): Markup {
  const { identity, verb, about, outcome, request, reply } = exchange;
  const matters = decidingLeaves(finding, exchange);
  const paths = decidingPaths(exchange, finding);
  const operation = request && shortDocument(request.operation, paths);
  const variables = request?.variables;
  return html`<li>
    <details class="exchange deciding" open>
      <summary>
        <span class="exchange-number deciding-number">#${exchange.exchange}</span>
        <span class="exchange-what"
          ><b>${identity}</b> ${verb} <bdi>${shownLine(about, 160)}</bdi>${routeOf(exchange)}</span
        >
        <span class="exchange-outcome"><bdi>${shownLine(outcome, 300)}</bdi></span>
        <span class="exchange-time">${timesOf(exchange)}</span>
      </summary>
      ${operation === undefined ? undefined : block({ label: "operation, shortened", text: spread(shownBlock(operation, pageLimits.operationCharacters)) })}
      ${variables === undefined ? undefined : block({ label: "variables, shortened", text: shownBlock(foldJson(variables, matters, foldedCharacters.variables), 2000) })}
      ${reply === undefined ? html`<p class="note">No response.</p>` : block({ label: `reply, shortened${reply.status === undefined ? "" : `, HTTP ${reply.status}`}`, text: shownBlock(foldJson(reply.body, matters, foldedCharacters.reply), 3000) })}
    </details>
  </li>`;
}

function routeOf({ via, channel }: ReportExchange): string {
  const route = [
    ...(via === undefined ? [] : [`via ${shownLine(via, 80)}`]),
    ...(channel === undefined ? [] : [`over ${shownLine(channel, 20)}`]),
  ];
  return route.length === 0 ? "" : ` ${route.join(" ")}`;
}

function timesOf({ startedMs, endedMs }: ReportExchange): string {
  if (endedMs === undefined) return `from ${startedMs.toFixed(1)} ms`;
  const took = endedMs - startedMs;
  return `${took.toFixed(1)} ms, at ${startedMs.toFixed(1)} ms`;
}

function requestView({ request }: { readonly request: ReportRequest | undefined }): Markup {
  if (request === undefined) return html`<p class="note">Nothing was sent.</p>`;
  const { url, operation, variables } = request;
  return html`<div>
    <p class="exchange-url"><span class="key">sent to</span> <code>${shownLine(url, 400)}</code></p>
    ${block({ label: "operation", text: spread(shownBlock(operation, pageLimits.operationCharacters)) })}
    ${
      variables === undefined
        ? undefined
        : block({ label: "variables", text: shownJson(variables, pageLimits.variablesCharacters) })
    }
  </div>`;
}

function replyView(
  reply: { readonly status?: number; readonly body: JsonValue } | undefined,
): Markup {
  if (reply === undefined) return html`<p class="note">No response.</p>`;
  const status = reply.status === undefined ? "" : `, HTTP ${reply.status}`;
  const text =
    typeof reply.body === "string"
      ? shownBlock(reply.body, pageLimits.replyCharacters)
      : shownJson(reply.body, pageLimits.replyCharacters);
  return block({ label: `reply${status}`, text });
}

function eventsView({ events, eventCount }: ReportWatch): Markup {
  const shown = events.slice(0, pageLimits.eventsOfWatch);
  if (shown.length === 0) {
    return html`<p class="note">
      ${counted(eventCount, "event")}, none of them for the objects in this finding.
    </p>`;
  }
  const more = eventCount - shown.length;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Events of the watch">
    <table>
      <thead>
        <tr>
          <th>arrived</th>
          <th>event</th>
          <th>version</th>
          <th>object</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ arrivedMs, type, resourceVersion, about }) =>
            html`<tr>
              <td>${arrivedMs.toFixed(1)} ms</td>
              <td>${shownLine(type, 20)}</td>
              <td><code>${shownLine(resourceVersion, 60)}</code></td>
              <td><bdi>${shownLine(about ?? "", 120)}</bdi></td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="note">${counted(more, "more event is", "more events are")} in the record.</p>` : undefined}
  </div>`;
}

function shownJson(value: JsonValue, limit: number): string {
  return shownBlock(printJson(value, limit), limit * 2);
}

/** Breaks a one-line document into lines at its outermost selections. */
function spread(operation: string): string {
  if (operation.includes("\n")) return operation;
  let depth = 0;
  let text = "";
  for (const character of operation) {
    if (character === "}") {
      // The document in a forged record may have unbalanced braces.
      depth = Math.max(0, depth - 1);
      if (depth <= 1) text = `${text.trimEnd()}\n${"  ".repeat(depth)}`;
    }
    text += character;
    if (character === "{") depth += 1;
    if (character === "{" && depth <= 2) text += `\n${"  ".repeat(depth)}`;
  }
  return text.replaceAll(/\n( *) +/gu, "\n$1");
}
