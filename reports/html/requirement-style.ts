export const requirementStyle = `
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
