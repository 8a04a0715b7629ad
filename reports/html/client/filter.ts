import { closest } from "./closest.ts";

type Control = HTMLInputElement | HTMLSelectElement;

const mostUnfolded = 60;

/** Verdicts of requirements without anything to explain on paper. */
const foldedInPrint: ReadonlySet<string | undefined> = new Set([
  "pass",
  "excluded",
  "not-applicable",
]);

/**
 * Filters the requirements, keeps the query in the URL fragment, and expands the element that a fragment identifies.
 */
export class Filter {
  readonly #form: HTMLFormElement;
  readonly #controls: readonly Control[];
  readonly #rows: readonly { readonly element: HTMLDetailsElement; readonly text: string }[];
  readonly #areas: readonly { readonly element: HTMLDetailsElement; readonly isOpen: boolean }[];
  #unfolded: readonly HTMLDetailsElement[] = [];

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#controls = [...form.elements].filter(isControl);
    const areas = document.querySelectorAll<HTMLDetailsElement>("details.area");
    this.#areas = [...areas].map((element) => ({ element, isOpen: element.open }));
    const rows = document.querySelectorAll<HTMLDetailsElement>("details.requirement");
    this.#rows = [...rows].map((element) => ({
      element,
      text: (element.querySelector("summary")?.textContent ?? "").toLowerCase(),
    }));
  }

  start(): void {
    this.#form.hidden = false;
    this.#form.addEventListener("input", () => this.#changed());
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("click", (event) => this.#clicked(event));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    addEventListener("hashchange", () => this.#follow(location.hash));
    addEventListener("beforeprint", () => this.#unfold());
    addEventListener("afterprint", () => this.#foldAgain());
    this.#follow(location.hash === "" ? location.search : location.hash);
  }

  /** Applies a fragment: a query (`#q=words&verdict=fail,warn`) or the ID of an element. */
  #follow(address: string): void {
    const asked = address.slice(1);
    if (asked !== "" && !asked.includes("=")) {
      this.#show(decoded(asked));
      return;
    }
    const query = new URLSearchParams(asked);
    for (const control of this.#controls) {
      const value = query.get(control.name) ?? "";
      if (isBox(control)) control.checked = value.split(",").includes(control.value);
      else control.value = value;
      // A select without a matching option would deselect everything.
      if (control.value !== value && control instanceof HTMLSelectElement) control.value = "";
    }
    this.#apply();
    if (asked !== "") this.#form.scrollIntoView({ block: "start" });
  }

  #show(id: string): void {
    this.#apply();
    const element = document.getElementById(id);
    if (element === null) return;
    if (element.closest("[hidden]") !== null) {
      this.#clear();
      this.#apply();
    }
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    element.scrollIntoView({ block: "start" });
    if (element instanceof HTMLDetailsElement) element.querySelector("summary")?.focus();
  }

  #changed(): void {
    this.#apply();
    const query = new URLSearchParams();
    for (const control of this.#controls) {
      if (control.value === "" || (isBox(control) && !control.checked)) continue;
      const earlier = query.get(control.name);
      query.set(control.name, earlier === null ? control.value : `${earlier},${control.value}`);
    }
    const asked = query.toString().replaceAll("%2C", ",");
    const { pathname, search } = location;
    history.replaceState(null, "", asked === "" ? `${pathname}${search}` : `#${asked}`);
  }

  #apply(): void {
    const words = this.#valueOf("q").toLowerCase().split(/\s+/u);
    const level = this.#valueOf("level");
    const area = this.#valueOf("area");
    const boxes = this.#controls.filter(isBox).filter(({ checked }) => checked);
    const verdicts = new Set<string | undefined>(boxes.map(({ value }) => value));
    let shown = 0;
    for (const { element, text } of this.#rows) {
      const { dataset } = element;
      const matches =
        (verdicts.size === 0 || verdicts.has(dataset["verdict"])) &&
        (level === "" || dataset["level"] === level) &&
        (area === "" || dataset["area"] === area) &&
        words.every((word) => text.includes(word));
      element.hidden = !matches;
      if (matches) shown += 1;
    }
    this.#announce(shown);
  }

  #valueOf(name: string): string {
    return this.#controls.find((control) => control.name === name)?.value ?? "";
  }

  #announce(shown: number): void {
    const total = this.#rows.length;
    for (const { element, isOpen } of this.#areas) {
      element.hidden = element.querySelector(".requirement:not([hidden])") === null;
      element.open = isOpen || shown < total;
    }
    const text = shown === total ? `${total} requirements` : `${shown} of ${total} requirements`;
    const status = this.#form.querySelector("[data-shown]");
    // Screen readers announce the status whenever it is rewritten, so it is only updated if it changes.
    if (status !== null && status.textContent !== text) status.textContent = text;
    const nothing = document.querySelector<HTMLElement>(".nothing-found");
    if (nothing !== null) nothing.hidden = shown > 0;
  }

  #clicked(event: Event): void {
    const link = closest(event, "a[href^='#']");
    // A link to the current fragment does not cause a `hashchange` event.
    if (link !== null && link.getAttribute("href") === location.hash) this.#follow(location.hash);
    if (closest(event, "[data-reset]") !== null) {
      this.#clear();
      this.#changed();
    }
    if (closest(event, "[data-open]") === null) return;
    const shown = this.#rows.filter(({ element }) => !element.hidden);
    const isOpen = shown.every(({ element }) => element.open);
    for (const { element } of shown) element.open = !isOpen;
    // An expanded requirement is only visible in an expanded area.
    if (!isOpen) for (const { element } of this.#areas) element.open = true;
  }

  #clear(): void {
    for (const control of this.#controls) {
      if (isBox(control)) control.checked = false;
      else control.value = "";
    }
  }

  #pressed(event: KeyboardEvent): void {
    const isTyping = closest(event, "input[type=search], select, textarea") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#form.querySelector<HTMLInputElement>("[name=q]")?.focus();
  }

  /** For printing, expands every area, and the first requirements that are broken or undecided. */
  #unfold(): void {
    this.#unfolded = this.#rows
      .map(({ element }) => element)
      .filter(
        ({ open, hidden, dataset }) => !open && !hidden && !foldedInPrint.has(dataset["verdict"]),
      )
      .slice(0, mostUnfolded);
    const areas = this.#areas.map(({ element }) => element).filter(({ open }) => !open);
    this.#unfolded = [...areas, ...this.#unfolded];
    for (const element of this.#unfolded) element.open = true;
  }

  #foldAgain(): void {
    for (const element of this.#unfolded) element.open = false;
    this.#unfolded = [];
  }
}

function isControl(element: Element): element is Control {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  return isField && element.name !== "";
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === "checkbox";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
