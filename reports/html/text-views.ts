import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** Renders a scrollable text box that is accessible by keyboard. */
export function block({ label, text }: { readonly label: string; readonly text: string }): Markup {
  return html`<figure class="block">
    <figcaption>${label}</figcaption>
    <pre tabindex="0" dir="ltr"><code>${text}</code></pre>
  </figure>`;
}

/** Renders a text box that the user can copy and, if it has a file name, save. */
export function copyBlock(props: {
  readonly label: string;
  readonly text: string;
  readonly fileName?: string;
}): Markup {
  const { label, text, fileName } = props;
  return html`<figure class="block">
    <figcaption>
      <span>${label}</span>
      <span class="block-tools" hidden>
        <button type="button" data-copy aria-label=${`Copy: ${label}`}>Copy</button>
        ${fileName === undefined ? undefined : html`<button type="button" data-save=${fileName} aria-label=${`Save: ${label}`}>Save</button>`}
      </span>
    </figcaption>
    <pre tabindex="0" dir="ltr"><code>${text}</code></pre>
  </figure>`;
}
