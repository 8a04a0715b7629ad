import { createHash } from "node:crypto";
import { script } from "./client/start-page.ts?script";
import { html, rendered, renderMarkup } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { style } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly body: Markup | readonly Markup[];
  readonly ownStyle?: string;
}

export function renderPage({ title, body, ownStyle = "" }: Page): string {
  const rules = `${style}${ownStyle}`;
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content=${policyFor(rules)} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <link rel="icon" href="data:," />
      <title>${title}</title>
      <style dangerouslySetInnerHTML=${rendered(rules)} />
    </head>
    <body>
      ${body}
      <script dangerouslySetInnerHTML=${rendered(script)} />
    </body>
  </html>`;
  return `<!DOCTYPE html>\n${renderMarkup(page)}\n`;
}

/** Returns a Content-Security-Policy that allows only the style and the script of the page, and inline images. */
function policyFor(rules: string): string {
  return [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(rules)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
