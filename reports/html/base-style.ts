export const baseStyle = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --text: #1b1f24; --muted: #57606a;
  --link: #0550ae; --focus: #0969da; --code: #eef1f4;
  --good: #116329; --good-soft: #dafbe1; --good-solid: #2da44e;
  --bad: #a40e26; --bad-soft: #ffebe9; --bad-solid: #cf222e;
  --caution: #7d4e00; --caution-soft: #fff4ce; --caution-solid: #bf8700;
  --neutral: #424a53; --neutral-soft: #eaeef2; --neutral-solid: #8c959f;
  --operation: #ddf4ff; --operation-line: #0969da; --version: #fbefff; --version-line: #8250df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --panel: #151b23; --line: #3d444d; --text: #e6edf3; --muted: #9ea7b1;
    --link: #79c0ff; --focus: #58a6ff; --code: #1c232c;
    --good: #7ee787; --good-soft: #12291d; --good-solid: #3fb950;
    --bad: #ffa198; --bad-soft: #35181b; --bad-solid: #f85149;
    --caution: #f2cc60; --caution-soft: #2e2412; --caution-solid: #d29922;
    --neutral: #c9d1d9; --neutral-soft: #242b34; --neutral-solid: #6e7681;
    --operation: #10233d; --operation-line: #58a6ff; --version: #271b3d; --version-line: #bc8cff;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
}
main, body > footer { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-top: 2rem; }
body > footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: 0.87rem; }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure { margin: 0; }
h2 { font-size: 1.25rem; line-height: 1.3; margin-bottom: 0.75rem; letter-spacing: -0.01em; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
h4 { font-size: 0.93rem; margin-bottom: 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
h5 { font-size: 0.8rem; color: var(--muted); margin: 1rem 0 0.4rem; font-weight: 600; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: 0.86em; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
bdi { unicode-bidi: isolate; overflow-wrap: anywhere; }
.muted { color: var(--muted); font-weight: 400; }
.note { color: var(--muted); font-size: 0.87rem; margin-top: 0.4rem; }
.plain { list-style: none; padding: 0; }
.plain li + li { margin-top: 0.15rem; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--page); padding: 0.4rem 0.8rem; z-index: 2; }
button, select, input[type="search"] {
  font: inherit; font-size: 0.87rem; color: var(--text); background: var(--page);
  border: 1px solid var(--neutral-solid); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2rem;
}
button { cursor: pointer; }
button:hover { background: var(--neutral-soft); }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; font-size: 0.87rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.9rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 600; white-space: nowrap; }
.scroll { overflow-x: auto; position: relative; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.4rem; margin: 2rem 0; }
.panel > p { max-width: 46rem; }
.dot { display: inline-block; width: 0.65rem; height: 0.65rem; border-radius: 50%; margin-right: 0.4rem; }
.dot.good { background: var(--good-solid); } .dot.bad { background: var(--bad-solid); }
.dot.caution { background: var(--caution-solid); } .dot.neutral { background: var(--neutral-solid); }
.tone.good { color: var(--good); } .tone.bad { color: var(--bad); font-weight: 600; }
.tone.caution { color: var(--caution); } .tone.neutral { color: var(--muted); }
`;
