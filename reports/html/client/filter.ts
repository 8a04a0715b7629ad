import type { Browser, PageElement, PageEvent } from "./browser.ts";

/**
 * Narrows the requirements down to what the reader asks for, keeps the question in the address, and
 * opens what an address names. Its text is copied into the page, so it uses nothing from outside.
 */
export class Filter {
  readonly #browser: Browser;
  readonly #form: PageElement;
  readonly #rows: readonly { readonly element: PageElement; readonly text: string }[];
  readonly #areas: readonly PageElement[];
  #opened: readonly PageElement[] = [];

  constructor(browser: Browser, form: PageElement) {
    const { document } = browser;
    this.#browser = browser;
    this.#form = form;
    this.#areas = [...document.querySelectorAll(".area")];
    this.#rows = [...document.querySelectorAll(".requirement")].map((element) => ({
      element,
      text: (element.querySelector("summary")?.textContent ?? "").toLowerCase(),
    }));
  }

  start(): void {
    const { document } = this.#browser;
    this.#form.hidden = false;
    this.#form.addEventListener("input", () => this.#changed());
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("click", ({ target }) => this.#clicked(target));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.#browser.addEventListener("hashchange", () => this.#follow(this.#browser.location.hash));
    this.#browser.addEventListener("beforeprint", () => this.#unfold());
    this.#browser.addEventListener("afterprint", () => this.#foldAgain());
    const { hash, search } = this.#browser.location;
    this.#follow(hash === "" || hash === "#" ? search : hash);
  }

  /** What an address asks for: `#q=words&verdict=fail,warn`, or the id of a requirement. */
  #follow(address: string): void {
    const asked = address.slice(1);
    if (asked !== "" && !asked.includes("=")) {
      this.#show(asked);
      return;
    }
    const wishes = new URLSearchParams(asked);
    for (const control of this.#controls()) {
      const wish = wishes.get(control.getAttribute("name") ?? "") ?? "";
      if (control.matches("[type=checkbox]"))
        control.checked = wish.split(",").includes(control.value);
      else control.value = wish;
      // A choice that the list does not have would leave it without any.
      if (control.matches("select") && control.value !== wish) control.value = "";
    }
    this.#apply();
    if (asked !== "") this.#form.scrollIntoView({ block: "start" });
  }

  #show(id: string): void {
    const row = this.#rows.find(({ element }) => element.id === this.#decoded(id));
    this.#apply();
    if (row === undefined) return;
    if (row.element.hidden) this.#reset();
    row.element.open = true;
    row.element.scrollIntoView({ block: "start" });
    row.element.querySelector("summary")?.focus();
  }

  #decoded(text: string): string {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  #changed(): void {
    this.#apply();
    const wishes = new URLSearchParams();
    for (const control of this.#controls()) {
      const isBox = control.matches("[type=checkbox]");
      const name = control.getAttribute("name") ?? "";
      if (control.value === "" || (isBox && !control.checked)) continue;
      const earlier = wishes.get(name);
      wishes.set(name, earlier === null ? control.value : `${earlier},${control.value}`);
    }
    const { pathname, search } = this.#browser.location;
    const asked = wishes.toString().replaceAll("%2C", ",");
    this.#browser.history.replaceState(
      null,
      "",
      asked === "" ? `${pathname}${search}` : `#${asked}`,
    );
  }

  #apply(): void {
    const words = this.#wish("q").toLowerCase().split(/\s+/u);
    const wishes = ["level", "area"]
      .map((name) => ({ name, wish: this.#wish(name) }))
      .filter(({ wish }) => wish !== "");
    const verdicts = new Set<string | undefined>();
    for (const box of this.#form.querySelectorAll("[name=verdict]")) {
      if (box.checked) verdicts.add(box.value);
    }
    let shown = 0;
    for (const { element, text } of this.#rows) {
      const isAsked =
        (verdicts.size === 0 || verdicts.has(element.dataset["verdict"])) &&
        wishes.every(({ name, wish }) => element.dataset[name] === wish) &&
        words.every((word) => text.includes(word));
      element.hidden = !isAsked;
      if (isAsked) shown += 1;
    }
    this.#tell(shown);
  }

  #wish(name: string): string {
    return this.#form.querySelector(`[name=${name}]`)?.value ?? "";
  }

  #tell(shown: number): void {
    for (const area of this.#areas)
      area.hidden = area.querySelector(".requirement:not([hidden])") === null;
    const status = this.#form.querySelector("[data-shown]");
    const all = this.#rows.length;
    const said = shown === all ? `${all} requirements` : `${shown} of ${all} requirements`;
    if (status !== null && status.textContent !== said) status.textContent = said;
    const nothing = this.#browser.document.querySelector(".nothing-found");
    if (nothing !== null) nothing.hidden = shown > 0;
  }

  #clicked(target: PageElement | null): void {
    if (target === null) return;
    if (target.closest("[data-reset]") !== null) this.#reset();
    if (target.closest("[data-open]") === null) return;
    const shown = this.#rows.filter(({ element }) => !element.hidden);
    const isOpen = shown.every(({ element }) => element.open);
    for (const { element } of shown) element.open = !isOpen;
  }

  #reset(): void {
    for (const control of this.#controls()) {
      if (control.matches("[type=checkbox]")) control.checked = false;
      else control.value = "";
    }
    this.#changed();
  }

  #pressed(event: PageEvent): void {
    const isTyping = event.target?.matches("[type=search], select, textarea") ?? false;
    if (event.key !== "/" || isTyping || event.ctrlKey === true || event.metaKey === true) return;
    event.preventDefault();
    this.#form.querySelector("[name=q]")?.focus();
  }

  /** On paper nothing can be opened, so what does not hold is. */
  #unfold(): void {
    const closed = this.#rows.filter(
      ({ element }) => !element.open && !element.hidden && element.dataset["verdict"] !== "pass",
    );
    this.#opened = closed.slice(0, 60).map(({ element }) => element);
    for (const element of this.#opened) element.open = true;
  }

  #foldAgain(): void {
    for (const element of this.#opened) element.open = false;
    this.#opened = [];
  }

  #controls(): Iterable<PageElement> {
    return this.#form.querySelectorAll("[name]");
  }
}
