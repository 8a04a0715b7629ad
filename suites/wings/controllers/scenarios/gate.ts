/** A promise that is resolved from outside. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly isOpen: () => boolean;
  readonly open: () => void;
}

export function newGate(): Gate {
  const opening = new AbortController();
  const opened = new Promise<void>((resolve) => {
    opening.signal.addEventListener("abort", () => resolve());
  });
  return { opened, isOpen: () => opening.signal.aborted, open: () => opening.abort() };
}
