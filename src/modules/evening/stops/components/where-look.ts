/** What the page that says where the group is adds to the styles of the ticket page. */
export const WHERE_LOOK = `
.group{display:grid;gap:1rem;padding-block:.5rem 1.5rem}
.card{background:#fffdf9;color:#1d1016;border-radius:.875rem;padding:1.25rem;display:grid;gap:.35rem}
.card .label{font-size:.9375rem;color:#5a444c;font-weight:600}
.card h2{font-size:2.25rem;overflow-wrap:anywhere}
.card .when{font-weight:700}
.card .button{justify-self:start;margin-top:.5rem}
.card.next h2{font-size:1.5rem}
.free{justify-self:start;padding:.1rem .6rem;border-radius:.4rem;background:#ffb000;color:#140c12;font-weight:700}
.fresh{margin-top:1.25rem;color:var(--on-2)}
.fresh b{color:var(--on)}
.list{list-style:none;padding:0;display:grid}
.list li{display:grid;grid-template-columns:6rem 1fr;gap:.5rem;padding:.6rem 0;border-top:1px solid var(--line)}
.list .gone{color:var(--on-2);text-decoration:line-through}
.list b{font-variant-numeric:tabular-nums}
`;
