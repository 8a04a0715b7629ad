// Finds pages while a word is typed. The index lies beside the site; nothing is asked of anybody else.
const form = document.querySelector("form[role=search]");
const input = form.querySelector("input");
const list = form.querySelector("ol");
const state = form.querySelector("[role=status]");
const root = new URL(form.dataset.root, location.href);

/** How many pages are shown. */
const most = 12;

/** How many pages are looked at for the name that was typed: each is a request. */
const mostNamed = 60;

/** How long a typist pauses before the search begins, in milliseconds. */
const pauseMs = 120;

let library;

/** The search itself, loaded when it is needed for the first time. */
async function loadLibrary() {
  const loaded = await import(new URL("pagefind/pagefind.js", root));
  await loaded.options({ baseUrl: root.pathname });
  return loaded;
}

async function find() {
  const words = input.value.trim();
  if (words === "") return show([], "");
  library ??= loadLibrary();
  const { debouncedSearch, search } = await library;
  let found = await debouncedSearch(words, {}, pauseMs);
  // Another word was typed in the meantime.
  if (found === null || words !== input.value.trim()) return;
  // The index has a name as one word, and its parts: what begins in its middle is found by these alone.
  if (found.results.length === 0) found = await search(words.replace(/[-._]+/g, " "));
  const pages = await Promise.all(found.results.slice(0, mostNamed).map((result) => result.data()));
  if (words !== input.value.trim()) return;
  // Whoever types a name wants the page of that name.
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
  // The text of our own pages, escaped by Pagefind, with marks around what was found.
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
