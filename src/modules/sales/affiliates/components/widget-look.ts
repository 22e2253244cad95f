import { brandCss } from "#src/ui/brand-colours.ts";

/** The complete styles of the page in the widget's frame: small, because it loads no others. `fonts`: where they are. */
export const widgetLook = (
  branding: Parameters<typeof brandCss>[0],
  fonts: { display: string; text: string },
): string => `
@font-face{font-family:Truculenta;src:url(${fonts.display}) format("woff2");font-weight:900;font-display:swap}
@font-face{font-family:Instrument;src:url(${fonts.text}) format("woff2");font-weight:400 700;font-display:swap}
:root{color-scheme:light;--c-brand:#dc1846;--c-on-brand:#fff;--ground:#fffdf9;--raised:#fff;--on:#1d1016;--on-2:#5a444c;--line:#e6d3c8;--brand-text:var(--c-brand-text-light,#b8123a)}
${brandCss(branding)}
[data-theme=dark]{${dark}}
@media (prefers-color-scheme:dark){[data-theme=auto]{${dark}}}
*{box-sizing:border-box;margin:0}
html{background:var(--ground);color:var(--on);-webkit-text-size-adjust:100%}
body{font:400 1rem/1.4 Instrument,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;padding:1rem;border:1px solid var(--line);border-radius:.875rem}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-bottom:.75rem;border-bottom:3px solid var(--c-brand)}
h1,h2{font:900 1.625rem/1 Truculenta,Impact,sans-serif;text-wrap:balance}
h2{font-size:1.375rem;margin-top:1.1rem}
h2 small{display:block;margin-top:.2rem;font:400 .875rem/1.3 Instrument,system-ui,sans-serif;color:var(--on-2)}
header text{font-family:Truculenta,Impact,sans-serif}
header img,header svg{display:block;height:2.25rem;width:auto;flex:none}
ul{list-style:none;padding:0}
li{display:flex;align-items:center;gap:.75rem;padding:.6rem 0;border-top:1px solid var(--line)}
h2+ul li:first-child{border-top:0}
li div{flex:1;min-width:0}
li b,li div span{display:block}
li div span span{display:inline-block;white-space:nowrap}
li b:first-letter{text-transform:uppercase}
li div span{color:var(--on-2);font-size:.9375rem}
a{color:var(--brand-text);font-weight:600}
a.book{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.1rem;border-radius:.625rem;background:var(--c-brand);color:var(--c-on-brand);font-weight:700;text-decoration:none;white-space:nowrap}
a.book:hover{filter:brightness(.94)}
:focus-visible{outline:3px solid var(--brand-text);outline-offset:2px}
.full{color:var(--on-2);font-weight:600}
.foot{margin-top:.9rem;padding-top:.75rem;border-top:1px solid var(--line);display:flex;min-height:2.75rem;align-items:center}
.none{padding:1.25rem 0;color:var(--on-2)}
`;

const dark =
  "color-scheme:dark;--ground:#140c12;--raised:#21141c;--on:#fff3ea;--on-2:#d8c1c4;--line:#412a37;--brand-text:var(--c-brand-text-dark,#ff8fa8)";
