// The list of pages is open where there is room beside the text, and closed above it where there is none.
const menu = document.querySelector("nav > details");
const roomy = matchMedia("(width >= 50rem)");
const settle = () => {
  menu.open = roomy.matches;
};
roomy.addEventListener("change", settle);
settle();
