/** An element of the page, as far as the scripts of the page use it. */
export interface PageElement {
  readonly id: string;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly scrollLeft: number;
  textContent: string | null;
  hidden: boolean;
  /** Of `details`. */
  open: boolean;
  /** Of controls of a form. */
  value: string;
  checked: boolean;
  /** Of links. */
  href: string;
  download: string;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  matches(selector: string): boolean;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  focus(): void;
  click(): void;
  scrollIntoView(options?: { readonly block: "nearest" | "start" }): void;
  getBoundingClientRect(): { readonly left: number; readonly width: number; readonly top: number };
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

/** An event of the page. */
export interface PageEvent {
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly target: PageElement | null;
  preventDefault(): void;
}

/** The window, as far as the scripts of the page use it. */
export interface Browser {
  readonly document: Omit<PageElement, "textContent"> & {
    readonly activeElement: PageElement | null;
    createElement(name: string): PageElement;
    getElementById(id: string): PageElement | null;
    createRange(): { selectNodeContents(node: PageElement): void };
  };
  readonly location: { readonly hash: string; readonly search: string; readonly pathname: string };
  readonly history: { replaceState(state: null, unused: string, url: string): void };
  readonly navigator: {
    readonly clipboard?: { writeText(text: string): Promise<void> };
  };
  readonly Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
  readonly URL: { createObjectURL(blob: object): string; revokeObjectURL(url: string): void };
  getSelection(): { removeAllRanges(): void; addRange(range: object): void } | null;
  setTimeout(task: () => void, delayMs: number): unknown;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}
