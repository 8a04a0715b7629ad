import type { Browser, PageElement } from "./browser.ts";

/**
 * Copies and saves the texts of the page. Its text is copied into the page, so it uses nothing from
 * outside.
 */
export class BlockTools {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  start(): void {
    const { document } = this.#browser;
    for (const tools of document.querySelectorAll(".block-tools")) tools.hidden = false;
    document.addEventListener("click", ({ target }) => {
      const copy = target?.closest("[data-copy]") ?? null;
      if (copy !== null) this.#copy(copy);
      const save = target?.closest("[data-save]") ?? null;
      if (save !== null) this.#save(save);
    });
  }

  #copy(button: PageElement): void {
    const block = this.#blockOf(button);
    if (block === null) return;
    const { clipboard } = this.#browser.navigator;
    if (clipboard === undefined) {
      this.#select(block);
      return;
    }
    clipboard.writeText(block.textContent ?? "").then(
      () => this.#say(button, "Copied"),
      () => this.#select(block),
    );
  }

  /** Where the clipboard is out of reach, the text is at least marked. */
  #select(block: PageElement): void {
    const range = this.#browser.document.createRange();
    range.selectNodeContents(block);
    const selection = this.#browser.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }

  #save(button: PageElement): void {
    const { Blob, URL, document } = this.#browser;
    const text = this.#blockOf(button)?.textContent ?? "";
    const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = button.dataset["save"] ?? "reproduce.mjs";
    link.click();
    this.#browser.setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.#say(button, "Saved");
  }

  #say(button: PageElement, word: string): void {
    const before = button.textContent;
    button.textContent = word;
    this.#browser.setTimeout(() => {
      button.textContent = before;
    }, 1500);
  }

  #blockOf(button: PageElement): PageElement | null {
    return button.closest(".block")?.querySelector("pre") ?? null;
  }
}
