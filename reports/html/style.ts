const baseStyle = `
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

const overviewStyle = `
.overview { margin-bottom: 2rem; }
.eyebrow { color: var(--muted); font-size: 0.9rem; }
.overview h1 {
  font-size: clamp(1.35rem, 3vw, 1.85rem); line-height: 1.25; letter-spacing: -0.02em; margin: 0.35rem 0 1.25rem;
  max-width: 60rem; text-wrap: balance; overflow-wrap: anywhere;
}
.overview h1.good { color: var(--good); } .overview h1.bad { color: var(--bad); } .overview h1.caution { color: var(--caution); }
.sums-bar { display: block; border-radius: 6px; }
.sums-bar .good, .sums .good { fill: var(--good-solid); } .sums-bar .bad { fill: var(--bad-solid); }
.sums-bar .caution { fill: var(--caution-solid); } .sums-bar .neutral { fill: var(--neutral-solid); }
.sums-bar rect { stroke: var(--page); stroke-width: 1; }
.sums-list { display: flex; flex-wrap: wrap; gap: 0.25rem 1.4rem; list-style: none; padding: 0; margin-top: 0.6rem; font-size: 0.93rem; }
.sums-list li { padding: 0.15rem 0; } .sums-list a { color: inherit; text-decoration: none; }
.sums-list a:hover { text-decoration: underline; }
.notice { margin-top: 0.9rem; padding: 0.6rem 0.9rem; border-left: 3px solid var(--caution-solid); background: var(--caution-soft); color: var(--caution); border-radius: 0 6px 6px 0; overflow-wrap: anywhere; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0.8rem 1.5rem; margin-bottom: 1rem; }
.grid dt { color: var(--muted); font-size: 0.8rem; } .grid dd { overflow-wrap: anywhere; }
.broken { list-style: none; padding: 0; }
.broken > li { padding: 0.85rem 0; border-top: 1px solid var(--line); font-size: 0.93rem; }
.broken > li:first-child { border-top: 0; padding-top: 0.2rem; } .broken > li:last-child { padding-bottom: 0; }
.broken-head { display: flex; gap: 0.7rem; align-items: baseline; font-weight: 600; }
.broken-head a { color: var(--text); text-decoration-color: var(--neutral-solid); }
.broken .words { margin: 0.35rem 0 0.2rem; }
.level-tag { font-size: 0.72rem; font-weight: 700; letter-spacing: 0.02em; white-space: nowrap; padding: 0.1rem 0.5rem; border-radius: 1rem; }
.level-tag.bad { color: var(--bad); background: var(--bad-soft); } .level-tag.caution { color: var(--caution); background: var(--caution-soft); }
.filters { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; border: 1px solid var(--line); background: var(--panel); border-radius: 10px; padding: 0.9rem 1rem; }
.filters label > span:first-child, .filters legend { display: block; font-size: 0.8rem; color: var(--muted); padding: 0; }
.filters .search { flex: 1 1 15rem; } .filters input[type="search"] { width: 100%; }
.filters fieldset { border: 0; margin: 0; padding: 0; flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: 0.4rem; }
.filters .chip { position: relative; } .filters .chip input { position: absolute; opacity: 0; inset: 0; margin: 0; width: 100%; height: 100%; cursor: pointer; }
.filters .chip > span { display: inline-flex; align-items: center; font-size: 0.87rem; color: var(--text); border: 1px solid var(--neutral-solid); border-radius: 2rem; padding: 0.15rem 0.8rem; min-height: 1.9rem; background: var(--page); }
.filters .chip input:checked + span { background: var(--text); color: var(--page); border-color: var(--text); }
.filters .chip input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px; }
.filters-end { flex: 1 1 100%; display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; }
.filters-end [role="status"] { margin-right: auto; color: var(--muted); font-size: 0.87rem; }
.nothing-found { padding: 2rem 0; color: var(--muted); }
.matrix-scroll { overflow-x: auto; position: relative; max-width: 100%; }
.matrix { border-collapse: collapse; font-size: 0.82rem; }
.matrix thead th { vertical-align: bottom; font-weight: 500; padding: 0.2rem 0.3rem; }
.matrix thead th > span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; max-height: 14rem; }
.matrix tbody th { text-align: left; font-weight: 500; padding: 0.15rem 0.8rem 0.15rem 0; white-space: nowrap; }
.matrix tbody td { position: relative; text-align: center; vertical-align: middle; min-width: 1.7rem; padding: 0.15rem; border: 1px solid var(--line); }
.matrix td.cell-broken { color: var(--bad); background: var(--bad-soft); } .matrix td.cell-some { color: var(--caution); background: var(--caution-soft); }
.matrix td.cell-held { color: var(--good); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.plots td:last-child { width: 40%; min-width: 12rem; padding-right: 0; } .plots th[scope="row"] { font-weight: 600; }
.plots td { white-space: nowrap; font-variant-numeric: tabular-nums; }
.plot { display: block; } .plot rect { fill: var(--operation-line); } .plot line { stroke: var(--neutral-solid); }
`;

const requirementStyle = `
.area > summary { padding: 0.2rem 0.4rem; border-radius: 6px; } .area > summary:hover { background: var(--panel); }
.area > summary h3 { display: inline; } .area { margin-top: 1rem; }
.requirement { border: 1px solid var(--line); border-radius: 8px; margin: 0.4rem 0; background: var(--page); }
.requirement > summary { display: flex; gap: 0.9rem; align-items: baseline; padding: 0.6rem 0.9rem; list-style: none; border-radius: 8px; }
.requirement > summary::-webkit-details-marker { display: none; }
.requirement > summary:hover { background: var(--panel); }
.requirement[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.requirement.bad { border-left: 4px solid var(--bad-solid); } .requirement.caution { border-left: 4px solid var(--caution-solid); }
.badge { flex: 0 0 7.4rem; font-size: 0.8rem; font-weight: 600; white-space: nowrap; padding: 0.12rem 0.6rem; border-radius: 1rem; text-align: center; }
.badge.good { color: var(--good); background: var(--good-soft); } .badge.bad { color: var(--bad); background: var(--bad-soft); }
.badge.caution { color: var(--caution); background: var(--caution-soft); } .badge.neutral { color: var(--neutral); background: var(--neutral-soft); }
.summary-text { flex: 1 1 auto; min-width: 0; } .statement { display: block; }
.summary-line { display: flex; flex-wrap: wrap; gap: 0.1rem 0.8rem; color: var(--muted); font-size: 0.82rem; }
.level { font-weight: 600; } .instances { margin-left: auto; font-variant-numeric: tabular-nums; }
.requirement-body { padding: 1rem 1.2rem 1.3rem; }
.facts > div { display: grid; grid-template-columns: 8.5rem 1fr; gap: 0.2rem 1rem; padding: 0.25rem 0; font-size: 0.9rem; }
.facts dt { color: var(--muted); } .facts dd { min-width: 0; overflow-wrap: anywhere; max-width: 52rem; }
.finding, .others { margin-top: 1.1rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
.tab-list { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-top: 1.1rem; border-bottom: 1px solid var(--line); }
.tab-list button { font-size: 0.82rem; padding: 0.3rem 0.8rem; border: 1px solid transparent; border-bottom: 0; border-radius: 6px 6px 0 0; background: none; color: var(--muted); overflow-wrap: anywhere; }
.tab-list button[aria-selected=true] { border-color: var(--line); color: inherit; background: var(--panel); font-weight: 600; }
.tab-list ~ .finding { margin-top: 0; border-top: 0; }
.finding-result { display: inline-block; margin-right: 0.3rem; font-size: 0.75rem; padding: 0.05rem 0.5rem; border-radius: 1rem; background: var(--neutral-soft); color: var(--neutral); }
.finding-violated .finding-result { background: var(--bad-soft); color: var(--bad); }
.finding-held .finding-result { background: var(--good-soft); color: var(--good); }
.words { display: grid; grid-template-columns: 5.2rem 1fr; gap: 0.25rem 0.9rem; font-size: 0.93rem; }
.words dt { color: var(--muted); } .words dd { min-width: 0; overflow-wrap: anywhere; } .words .actual { color: var(--bad); }
.exchanges { list-style: none; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
.exchanges > li + li { border-top: 1px solid var(--line); }
.exchange > summary { display: grid; grid-template-columns: 3.6rem minmax(0, 5fr) minmax(0, 6fr) minmax(7rem, auto); gap: 0.1rem 0.8rem; padding: 0.45rem 0.8rem; font-size: 0.87rem; list-style: none; border-radius: 8px; }
.exchange[open] .block pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.exchange > summary::-webkit-details-marker { display: none; }
.exchange > summary:hover { background: var(--panel); }
.exchange[open] { padding: 0 0.8rem 0.8rem; } .exchange[open] > summary { margin: 0 -0.8rem; }
.exchange-number, .exchange-time { color: var(--muted); font-variant-numeric: tabular-nums; } .exchange-time { text-align: right; }
.exchange-what, .exchange-outcome { overflow-wrap: anywhere; }
.exchange-url { font-size: 0.82rem; margin-top: 0.4rem; } .key { color: var(--muted); }
.block { margin-top: 0.6rem; }
.block figcaption { font-size: 0.78rem; color: var(--muted); display: flex; justify-content: space-between; align-items: end; gap: 0.5rem; margin-bottom: 0.2rem; }
.block-tools button { font-size: 0.78rem; padding: 0.1rem 0.6rem; min-height: 1.6rem; margin-left: 0.3rem; }
.block pre { margin: 0; padding: 0.7rem 0.9rem; background: var(--code); border-radius: 6px; overflow: auto; max-height: 26rem; font-size: 0.8rem; line-height: 1.5; tab-size: 2; }
.block code { font-size: inherit; overflow-wrap: normal; }
.fold { margin-top: 0.6rem; } .fold > summary { color: var(--link); font-size: 0.9rem; padding: 0.15rem 0; }
.anomaly { margin-top: 0.8rem; }
@media (max-width: 46rem) {
  main, body > footer { padding-left: 0.9rem; padding-right: 0.9rem; } main { padding-top: 1.2rem; }
  .panel { padding: 1rem; }
  .requirement > summary { flex-direction: column; gap: 0.35rem; } .badge { flex-basis: auto; }
  .summary-text { width: 100%; } .instances { margin-left: 0; }
  .requirement-body { padding: 0.8rem; }
  .facts > div, .words { grid-template-columns: minmax(0, 1fr); gap: 0; } .words dd { margin-bottom: 0.3rem; }
  .broken-head { flex-direction: column; gap: 0.2rem; }
  .exchange > summary { grid-template-columns: auto minmax(0, 1fr); } .exchange-outcome, .exchange-time { grid-column: 2; text-align: left; }
}
@media print {
  :root { --panel: #fff; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; }
  .filters, .skip, .tab-list, .block-tools, .timeline-tools, .timeline-detail { display: none !important; }
  .block pre { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  .requirement, .exchange, .panel, .timeline { break-inside: auto; } .requirement > summary, .broken > li { break-inside: avoid; }
  .timeline-track, .scroll { overflow: visible; }
  a { color: inherit; }
}
`;

const timelineStyle = `
.timeline { margin-top: 1rem; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.timeline-head { display: flex; flex-wrap: wrap; gap: 0.4rem; justify-content: space-between; align-items: center; padding: 0.5rem 0.8rem; border-bottom: 1px solid var(--line); font-size: 0.85rem; font-weight: 600; background: var(--panel); }
.timeline-tools { display: flex; gap: 0.3rem; } .timeline-tools button { padding: 0.1rem 0.6rem; min-height: 1.7rem; font-size: 0.82rem; }
.timeline-body { display: grid; grid-template-columns: minmax(5.5rem, 12rem) minmax(0, 1fr); }
.timeline-lanes { list-style: none; padding: 0; border-right: 1px solid var(--line); font-size: 0.8rem; min-width: 0; }
.timeline-lanes li { height: 30px; line-height: 30px; padding: 0 0.6rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.timeline-lanes .lane-versions { color: var(--version-line); } .timeline-lanes .lane-axis { color: var(--muted); }
.timeline-track { overflow-x: auto; min-width: 0; }
.timeline-track > svg { display: block; min-width: 100%; }
.timeline .rail { stroke: var(--line); } .timeline .chain { stroke: var(--version-line); stroke-width: 2; }
.item rect { fill: var(--operation); stroke: var(--operation-line); stroke-width: 2; }
.item text { fill: var(--text); font-size: 11px; font-family: inherit; pointer-events: none; }
.item-refused rect { fill: var(--neutral-soft); stroke: var(--neutral-solid); stroke-dasharray: 4 2; }
.item-unknown rect { fill: var(--caution-soft); stroke: var(--caution-solid); stroke-dasharray: 2 3; }
.item-event rect { fill: var(--good-soft); stroke: var(--good-solid); }
.item-version rect { fill: var(--version); stroke: var(--version-line); }
.item.illegal rect { fill: var(--bad-soft); stroke: var(--bad-solid); stroke-width: 4; stroke-dasharray: none; }
.item.illegal text { fill: var(--bad); font-weight: 700; }
.item:focus { outline: none; } .item:focus rect { stroke: var(--focus); stroke-width: 6; stroke-dasharray: none; }
.axis text { fill: var(--muted); font-size: 10px; font-variant-numeric: tabular-nums; }
.timeline-detail { min-height: 1.9rem; padding: 0.25rem 0.8rem; font-size: 0.82rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.timeline-detail:empty { display: none; } .timeline .note { padding: 0 0.8rem 0.5rem; }
`;

export const style = `${baseStyle}${overviewStyle}${requirementStyle}${timelineStyle}`;
