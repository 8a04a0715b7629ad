/** Styles for light and dark color schemes. */
export const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre, textarea { font: 0.9em/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8886; }
pre { background: #8882; border-radius: 6px; padding: 0.8rem; overflow-x: auto; }
label { display: block; margin-bottom: 0.8rem; }
textarea { box-sizing: border-box; display: block; width: 100%; }
button { font: inherit; padding: 0.3rem 1.2rem; }
#reply:empty { display: none; }
`;

/** Sends the query of the form to the page's origin, and shows the reply as text. */
export const script = `
const form = document.querySelector("form");
const reply = document.getElementById("reply");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  reply.textContent = "…";
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer " + form.elements.token.value,
      },
      body: JSON.stringify({ query: form.elements.query.value }),
    });
    reply.textContent = JSON.stringify(await response.json(), null, 2);
  } catch (error) {
    reply.textContent = String(error);
  }
});
`;
