// Opens the list of pages on wide screens, where it is next to the text, and closes it on narrow ones.
const menu = document.querySelector("nav > details");
const roomy = matchMedia("(width >= 50rem)");
const settle = () => {
  menu.open = roomy.matches;
};
roomy.addEventListener("change", settle);
settle();
