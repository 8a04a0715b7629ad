import type { Browser, PageElement, PageEvent } from "./browser.ts";

/**
 * Lets the reader zoom a timeline and walk through it with the arrow keys. Its text is copied into the
 * page, so it uses nothing from outside.
 */
export class TimelineControl {
  readonly #browser: Browser;
  readonly #figure: PageElement;
  #zoom = 1;

  constructor(browser: Browser, figure: PageElement) {
    this.#browser = browser;
    this.#figure = figure;
  }

  start(): void {
    const tools = this.#figure.querySelector(".timeline-tools");
    if (tools !== null) tools.hidden = false;
    this.#figure.addEventListener("click", ({ target }) => {
      const wish = target?.closest("[data-zoom]")?.dataset["zoom"];
      if (wish !== undefined) this.#rescale(wish);
      const item = target?.closest(".item") ?? null;
      if (item !== null) this.#tell(item);
    });
    this.#figure
      .querySelector(".timeline-track")
      ?.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event: PageEvent): void {
    if (event.ctrlKey === true || event.metaKey === true || event.altKey === true) return;
    switch (event.key) {
      case "+":
      case "=":
        this.#rescale("in");
        break;
      case "-":
        this.#rescale("out");
        break;
      case "0":
        this.#rescale("fit");
        break;
      case "ArrowRight":
      case "ArrowLeft":
      case "ArrowDown":
      case "ArrowUp":
      case "Home":
      case "End":
        this.#walk(event.key);
        break;
      case undefined:
      default:
        return;
    }
    event.preventDefault();
  }

  #rescale(wish: string): void {
    const factor = wish === "in" ? 1.5 : 1 / 1.5;
    // The style keeps the picture at least as wide as its frame.
    this.#zoom = wish === "fit" ? 0.1 : Math.min(12, Math.max(0.1, this.#zoom * factor));
    const picture = this.#figure.querySelector("svg");
    const width = Number(picture?.dataset["width"] ?? 0);
    picture?.setAttribute("width", String(Math.round(width * this.#zoom)));
  }

  /** To the next item in time; up and down to the nearest one on another lane. */
  #walk(key: string): void {
    const items = [...this.#figure.querySelectorAll(".item")]
      .map((element) => ({ element, at: element.getBoundingClientRect() }))
      .toSorted((left, right) => left.at.left - right.at.left || left.at.top - right.at.top);
    const current = items.findIndex(
      ({ element }) => element === this.#browser.document.activeElement,
    );
    const now = items[current];
    const beside = key === "ArrowRight" || key === "ArrowLeft" || now === undefined;
    const next = beside
      ? items[this.#placeOf(key, current, items.length)]
      : this.#nearest(key, now, items);
    if (next === undefined) return;
    next.element.focus();
    next.element.scrollIntoView({ block: "nearest" });
    this.#tell(next.element);
  }

  #placeOf(key: string, current: number, count: number): number {
    if (key === "ArrowLeft") return Math.max(0, current - 1);
    return key === "ArrowRight" ? Math.min(count - 1, current + 1) : 0;
  }

  #nearest<I extends { readonly at: { readonly left: number; readonly top: number } }>(
    key: string,
    now: I,
    items: readonly I[],
  ): I | undefined {
    if (key === "Home") return items[0];
    if (key === "End") return items.at(-1);
    const isDown = key === "ArrowDown";
    const others = items.filter(({ at }) => (isDown ? at.top > now.at.top : at.top < now.at.top));
    const lane = others.reduce(
      (best, { at }) => (isDown ? Math.min(best, at.top) : Math.max(best, at.top)),
      isDown ? Infinity : -Infinity,
    );
    return others
      .filter(({ at }) => at.top === lane)
      .toSorted(
        (left, right) =>
          Math.abs(left.at.left - now.at.left) - Math.abs(right.at.left - now.at.left),
      )[0];
  }

  #tell(item: PageElement): void {
    const detail = this.#figure.querySelector(".timeline-detail");
    if (detail !== null) detail.textContent = item.getAttribute("aria-label");
  }
}
