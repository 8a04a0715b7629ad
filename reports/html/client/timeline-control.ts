import { closest } from "./closest.ts";

const zoomStep = 1.5;
const maxZoom = 12;

export class TimelineControl {
  readonly #figure: HTMLElement;

  constructor(figure: HTMLElement) {
    this.#figure = figure;
  }

  start(): void {
    const tools = this.#figure.querySelector<HTMLElement>(".timeline-tools");
    if (tools !== null) tools.hidden = false;
    this.#figure.addEventListener("click", (event) => {
      const wish = closest(event, "[data-zoom]")?.dataset["zoom"];
      if (wish !== undefined) this.#rescale(wish);
      const item = closest(event, ".item");
      if (item !== null) this.#describe(item);
    });
    this.#figure
      .querySelector<HTMLElement>(".timeline-track")
      ?.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
      default:
        return;
    }
    event.preventDefault();
  }

  #rescale(wish: string): void {
    const picture = this.#figure.querySelector("svg");
    if (picture === null) return;
    // The width attribute is not enough, because CSS can stretch the image.
    const seen = picture.getBoundingClientRect().width;
    const widest = maxZoom * Math.max(Number(picture.dataset["width"] ?? 0), this.#frameWidth());
    const width = wish === "in" ? seen * zoomStep : wish === "out" ? seen / zoomStep : 1;
    picture.setAttribute("width", String(Math.round(Math.min(widest, width))));
  }

  #frameWidth(): number {
    return this.#figure.querySelector(".timeline-track")?.clientWidth ?? 0;
  }

  /**
   * Moves the focus. Left and Right move to the next item in time, Up and Down to the nearest item in another row, and
   * Home and End to the first and the last item.
   */
  #walk(key: string): void {
    const items = [...this.#figure.querySelectorAll<SVGElement>(".item")]
      .map((element) => ({ element, at: element.getBoundingClientRect() }))
      .toSorted((left, right) => left.at.left - right.at.left || left.at.top - right.at.top);
    const current = items.findIndex(({ element }) => element === document.activeElement);
    const now = items[current];
    const beside = key === "ArrowRight" || key === "ArrowLeft" || now === undefined;
    const next = beside
      ? items[this.#placeOf(key, current, items.length)]
      : this.#nearest(key, now, items);
    if (next === undefined) return;
    next.element.focus();
    next.element.scrollIntoView({ block: "nearest" });
    this.#describe(next.element);
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

  #describe(item: Element): void {
    const detail = this.#figure.querySelector(".timeline-detail");
    if (detail !== null) detail.textContent = item.getAttribute("aria-label");
  }
}
