import { html as build } from "htm/preact";
import type { VNode } from "preact";
import { breakCiCommandsInMarkup } from "../text/ci-commands.ts";
import { render } from "preact-render-to-string";

export type Markup = VNode;

/** Values that are allowed between tags. Strings are escaped. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/** Values that are allowed in attributes. `false` and `undefined` omit the attribute. */
export type AttributeValue = string | number | boolean | undefined;

/** A tagged template for markup. Every value is escaped. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (Content | AttributeValue | RawMarkup)[]
): Markup {
  return build(strings, ...values);
}

export interface RawMarkup {
  readonly __html: string;
}

/** Marks a string as safe, so that it is not escaped. Only for the output of {@link renderMarkup} and for constants. */
export function rendered(...texts: readonly string[]): RawMarkup {
  return { __html: texts.join("") };
}

export function renderMarkup(markup: Markup): string {
  return render(markup)
    .split(/(<(?:script|style)>.*?<\/(?:script|style)>)/su)
    .map((part, index) => (index % 2 === 1 ? part : breakCiCommandsInMarkup(part)))
    .join("");
}
