export const overviewStyle = `
.eyebrow { color: var(--muted); font-size: 0.9rem; }
.overview h1 {
  font-size: clamp(1.35rem, 3.4vw, 2rem); line-height: 1.25; letter-spacing: -0.02em; margin: 0.35rem 0 1.25rem;
  max-width: 50rem; text-wrap: balance; overflow-wrap: anywhere;
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
