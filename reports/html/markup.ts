import { html as build } from "htm/preact";
import type { VNode } from "preact";
import { breakCiCommandsInMarkup } from "../text/ci-commands.ts";
import { render } from "preact-render-to-string";

/** A piece of the page before it is text. */
export type Markup = VNode;

/** What may stand between two tags. Texts are escaped. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/** What may be the value of an attribute. `false` and `undefined` leave it out. */
export type AttributeValue = string | number | boolean | undefined;

/** Builds a piece of the page from a template. Every value is escaped where it stands. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (Content | AttributeValue | RawMarkup)[]
): Markup {
  return build(strings, ...values);
}

/** The value of `dangerouslySetInnerHTML`. */
export interface RawMarkup {
  readonly __html: string;
}

/** Marks text that was rendered by {@link renderMarkup}, or is ours, as needing no escape. */
export function rendered(...texts: readonly string[]): RawMarkup {
  return { __html: texts.join("") };
}

/**
 * The text of a piece. The same piece always gives the same text. What is of unknown origin stands outside of
 * scripts and styles, and gives no order to a CI system that prints the page.
 */
export function renderMarkup(markup: Markup): string {
  return render(markup)
    .split(/(<(?:script|style)>.*?<\/(?:script|style)>)/su)
    .map((part, index) => (index % 2 === 1 ? part : breakCiCommandsInMarkup(part)))
    .join("");
}
