import { closest } from "./closest.ts";

export class Tabs {
  readonly #panels: readonly HTMLElement[];
  readonly #tabs: readonly HTMLButtonElement[];
  readonly #list: HTMLElement;

  constructor(group: HTMLElement, prefix: string) {
    this.#panels = [...group.querySelectorAll<HTMLElement>(":scope > [data-tab]")];
    this.#list = document.createElement("div");
    this.#list.className = "tab-list";
    this.#list.setAttribute("role", "tablist");
    this.#list.setAttribute("aria-label", group.dataset["tabs"] ?? "");
    this.#tabs = this.#panels.map((panel, place) => tabFor(panel, `${prefix}-${place}`));
    this.#list.append(...this.#tabs);
    group.prepend(this.#list);
  }

  start(): void {
    this.#list.addEventListener("click", (event) => {
      const tab = this.#tabs.find((one) => one === closest(event, "[role=tab]"));
      if (tab !== undefined) this.#select(tab);
    });
    this.#list.addEventListener("keydown", (event) => this.#pressed(event));
    addEventListener("beforeprint", () => {
      for (const panel of this.#panels) panel.hidden = false;
    });
    addEventListener("afterprint", () => this.#select(this.#selected()));
    this.#select(this.#tabs[0]);
  }

  #selected(): HTMLButtonElement | undefined {
    return this.#tabs.find((tab) => tab.ariaSelected === "true");
  }

  #select(chosen: HTMLButtonElement | undefined): void {
    for (const [place, tab] of this.#tabs.entries()) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = this.#panels[place];
      if (panel !== undefined) panel.hidden = !isChosen;
    }
  }

  #pressed(event: KeyboardEvent): void {
    const count = this.#tabs.length;
    const now = this.#tabs.findIndex((tab) => tab === document.activeElement);
    const next = placeFor(event.key, now, count);
    const tab = next === undefined ? undefined : this.#tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    this.#select(tab);
    tab.focus();
  }
}

/** Returns the index of the tab that a key selects, with wraparound. Returns undefined for other keys. */
function placeFor(key: string, now: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (now + 1) % count;
    case "ArrowLeft":
      return (now - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function tabFor(panel: HTMLElement, id: string): HTMLButtonElement {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.id = `${id}-tab`;
  tab.textContent = panel.dataset["tab"] ?? "";
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", `${id}-panel`);
  panel.id = `${id}-panel`;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", tab.id);
  panel.tabIndex = 0;
  return tab;
}
