export const timelineStyle = `
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
