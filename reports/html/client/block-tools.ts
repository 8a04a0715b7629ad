import { closest } from "./closest.ts";

export function startBlockTools(): void {
  for (const tools of document.querySelectorAll<HTMLElement>(".block-tools")) tools.hidden = false;
  document.addEventListener("click", (event) => {
    const copyButton = closest(event, "[data-copy]");
    if (copyButton !== null) void copy(copyButton);
    const saveButton = closest(event, "[data-save]");
    if (saveButton !== null) save(saveButton);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const block = blockOf(button);
  if (block === null) return;
  try {
    await navigator.clipboard.writeText(block.textContent);
    announce(button, "Copied");
  } catch {
    // If the clipboard is unavailable (no permission, or no secure context), selects the text for the user to copy.
    getSelection()?.selectAllChildren(block);
  }
}

function save(button: HTMLElement): void {
  const text = blockOf(button)?.textContent ?? "";
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = button.dataset["save"] ?? "reproduce.mjs";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  announce(button, "Saved");
}

function announce(button: HTMLElement, text: string): void {
  const label = button.dataset["label"] ?? button.textContent;
  button.dataset["label"] = label;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

function blockOf(button: HTMLElement): HTMLElement | null {
  return button.closest(".block")?.querySelector("pre") ?? null;
}
