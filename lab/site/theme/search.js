// Finds pages while the user types. The index is part of the site; no other server is contacted.
const form = document.querySelector("form[role=search]");
const input = form.querySelector("input");
const list = form.querySelector("ol");
const state = form.querySelector("[role=status]");
const root = new URL(form.dataset.root, location.href);

const most = 12;

/** Maximum number of pages to search for the exact name. Each page is a request. */
const mostNamed = 60;

/** Delay between the last keystroke and the search, in milliseconds. */
const pauseMs = 120;

let library;

async function loadLibrary() {
  const loaded = await import(new URL("pagefind/pagefind.js", root));
  // The index is small. On a busy machine, the first search would wait five seconds for a worker.
  await loaded.options({ baseUrl: root.pathname, noWorker: true });
  return loaded;
}

async function find() {
  const words = input.value.trim();
  if (words === "") return show([], "");
  library ??= loadLibrary();
  const { debouncedSearch, search } = await library;
  let found = await debouncedSearch(words, {}, pauseMs);
  // The user has typed something else in the meantime.
  if (found === null || words !== input.value.trim()) return;
  // The index contains a name both as one word and in parts. Only the parts match text from the middle of a name.
  if (found.results.length === 0) found = await search(words.replace(/[-._]+/g, " "));
  const pages = await Promise.all(found.results.slice(0, mostNamed).map((result) => result.data()));
  if (words !== input.value.trim()) return;
  // Pages whose title contains the text come first.
  pages.sort((a, b) => isNamed(b, words) - isNamed(a, words));
  const count = found.results.length;
  show(pages.slice(0, most), count === 0 ? "No page found" : `${count} pages found`);
}

function isNamed({ meta }, words) {
  return meta.title.toLowerCase().includes(words.toLowerCase());
}

function show(pages, text) {
  state.textContent = text;
  list.replaceChildren(...(text !== "" && pages.length === 0 ? [note(text)] : pages.map(entry)));
  list.hidden = text === "";
}

function note(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

function entry({ url, meta, excerpt }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  link.textContent = meta.title;
  const text = document.createElement("p");
  // The text comes from this site's own pages. Pagefind escapes it and puts matches in `mark` elements.
  text.innerHTML = excerpt;
  item.append(link, text);
  return item;
}

form.hidden = false;
input.addEventListener("input", () => {
  find().catch((error) => show([], `The search does not work: ${error.message}`));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !list.hidden) {
    list.hidden = true;
    input.focus();
  }
  const isTyping = event.target.closest?.("input, textarea, select") !== null;
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) list.hidden = true;
});
