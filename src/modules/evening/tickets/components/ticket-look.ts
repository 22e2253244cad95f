import { brandCss } from "#src/ui/brand-colours.ts";
import { cutEdgeSvg } from "#src/ui/papel-picado-geometry.ts";

type Branding = Parameters<typeof brandCss>[0];

const cutEdge = `url("data:image/svg+xml,${encodeURIComponent(cutEdgeSvg().trim())}")`;

/**
 * The ticket page's complete styles, written by hand to stay small, since the page loads no other; colors are those of
 * app.css. A ticket is paper in both themes, only its background turns dark. `fontUrl` is the URL of the display font.
 */
export const ticketLook = (branding: Branding, fontUrl: string): string => `
@font-face{font-family:Truculenta;src:url(${fontUrl}) format("woff2");font-weight:900;font-display:block}
:root{color-scheme:light;--c-brand:#dc1846;--c-on-brand:#fff;--ground:#f6e1d1;--on:#1d1016;--on-2:#5a444c;--line:#8f7569;--focus:#0a6160}
${brandCss(branding)}
[data-theme=dark]{color-scheme:dark;--ground:#140c12;--on:#fff3ea;--on-2:#d8c1c4;--line:#967886;--focus:#ffb000}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%;background:var(--ground);color:var(--on)}
body{font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;padding-bottom:2.5rem}
h1,h2{font:900 2rem/1 Truculenta,Impact,sans-serif;text-wrap:balance}
a{color:inherit}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
[hidden]{display:none!important}
.wrap{max-width:66rem;margin-inline:auto;padding-inline:1rem}
.offline{display:none;position:sticky;top:0;z-index:2;padding:.7rem 1rem;background:#ffb000;color:#140c12;font-weight:700;text-align:center}
[data-kept] .offline{display:block}
.since,[data-kept=old] .today{display:none}
[data-kept=old] .since{display:inline}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding-block:.25rem}
.top a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.lead{margin-top:.35rem;color:var(--on-2)}
.numbers{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin-top:.75rem}
.numbers a{display:grid;place-items:center;width:2.75rem;height:2.75rem;border:1.5px solid var(--line);border-radius:.5rem;font-weight:700;text-decoration:none}
.row{display:flex;gap:.75rem;margin-top:.9rem;overflow-x:auto;scroll-snap-type:x mandatory;scroll-padding-inline:1rem;padding:0 1rem 1.5rem;scrollbar-width:none}
.row:focus-visible{outline-offset:-3px}
.ticket{flex:0 0 100%;scroll-snap-align:center;scroll-margin-top:1rem;position:relative;display:flex;flex-direction:column;color-scheme:light;color:#1d1016;--focus:#0a6160;filter:drop-shadow(0 10px 12px #4d102933)}
.ticket>*{background:#fff}
.edge{height:30px;background:#fff;mask:${cutEdge} repeat-x 50% 0/24px 30px;-webkit-mask:${cutEdge} repeat-x 50% 0/24px 30px}
.ticket>.foot{margin-top:-1px}
.ticket>.band{position:relative;display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:1rem 1.25rem 2.6rem;border-radius:.875rem .875rem 0 0;background:var(--c-brand);color:var(--c-on-brand);font-weight:700;overflow:hidden}
.band .edge{position:absolute;inset:auto 0 -1px;transform:scaleY(-1)}
.band text{font-family:Truculenta,Impact,sans-serif}
.band svg{display:block;height:2.25rem;width:auto;--logo-disc:var(--c-on-brand);--logo-glass:var(--c-brand)}
.band p{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:.25rem .75rem}
.test{padding:0 .5rem;border-radius:.25rem;background:#ffb000;color:#140c12}
.head{padding:.75rem 1.25rem 1rem}
.quiet{color:#5a444c}
.head p{font-weight:600}
.head h2{margin:.15rem 0 .35rem}
.head .time{font-size:1.125rem;font-weight:700}
.stub{padding:.25rem 1.25rem 1.1rem;text-align:center}
.code{display:block;width:min(100%,19rem);margin:0 auto .6rem;padding:0;border:0;border-radius:.25rem;background:#fff;color:inherit;font:inherit;cursor:zoom-in}
.qr svg{display:block;width:100%;height:auto}
.name{font-size:1.375rem;font-weight:700;line-height:1.2;overflow-wrap:anywhere}
.readable{margin-top:.15rem;font-size:1.25rem;font-weight:700;letter-spacing:.08em;font-variant-numeric:tabular-nums}
.stub .quiet{font-size:.9375rem}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem}
.ways a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.facts{position:relative;padding:1.25rem 1.25rem 1rem;border-top:2px dashed #8f7569}
.facts:before,.facts:after{content:"";position:absolute;top:-13px;left:-12px;width:24px;height:24px;border-radius:50%;background:var(--ground)}
.facts:after{left:auto;right:-12px}
dl{display:grid;grid-template-columns:1fr 1fr;gap:.9rem 1.25rem}
dt{font-size:.875rem;color:#5a444c}
dd{margin:0;font-weight:700;line-height:1.25;overflow-wrap:anywhere}
.place{grid-column:1/-1}
.place .ways{justify-content:start}
.zone{margin-top:1rem;font-size:.9375rem}
.large{position:fixed;inset:0;width:100vw;height:100vh;height:100dvh;max-width:none;max-height:none;margin:0;padding:1rem;border:0;background:#fff;color:#000;overflow:auto;text-align:center}
.large:popover-open{display:grid;place-content:center;justify-items:center;gap:.5rem}
@supports not selector(:popover-open){.large{display:none}}
.large .qr{width:min(100vw - 2rem,100vh - 13rem,40rem)}
.large .readable{font-size:2rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.4rem 1.25rem;border:0;border-radius:.5rem;background:none;box-shadow:inset 0 0 0 2px currentColor;color:inherit;font:inherit;font-weight:600;line-height:1.2;text-decoration:none;cursor:pointer}
.first{background:var(--c-brand);color:var(--c-on-brand);box-shadow:0 4px 0 var(--c-brand-dark,#840e2a)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.keeping{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;margin-top:1.25rem;color:var(--on-2)}
.plain{min-height:2.75rem;padding:0;border:0;background:none;color:inherit;font:inherit;font-weight:600;line-height:1.2;text-decoration:underline;cursor:pointer}
.says{display:grid;justify-items:start;gap:.9rem;padding-block:1.5rem}
.flag{width:4.5rem;height:auto;color:var(--c-brand)}
@media (min-width:56rem){
h1{font-size:3rem}
.numbers{display:none}
.row{flex-direction:column;max-width:66rem;margin-inline:auto;overflow:visible}
.ticket{display:grid;grid-template:auto auto 1fr 30px/minmax(0,1fr) 21rem;flex:none}
.ticket>.band{border-radius:.875rem 0 0 0}
.head{padding:.5rem 2rem 1rem}
.head h2{font-size:2.75rem}
.band{padding-inline:2rem!important}
.stub{grid-area:1/2/4/3;padding-top:1.5rem;border-left:2px dashed #8f7569;border-radius:0 .875rem 0 0}
.stub:before,.stub:after{content:"";position:absolute;z-index:1;top:-12px;right:calc(21rem - 13px);width:24px;height:24px;border-radius:50%;background:var(--ground)}
.stub:after{top:auto;bottom:18px}
.code{width:15rem}
.facts{padding:.5rem 2rem 1.5rem;border:0}
.facts:before,.facts:after{content:none}
dl{grid-template-columns:1fr 2fr}
.foot{grid-column:1/-1}
}
@media (min-width:56rem) and (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{
@page{margin:12mm}
html:root:root{--ground:#fff;--on:#000}
.offline,.top,.numbers,.actions,.keeping,.ways,.hint,.wrap>h1,.wrap>.lead{display:none!important}
body,.row,.wrap{padding:0;margin:0}
.row{display:block;max-width:none;overflow:visible}
.ticket{display:grid;grid-template:auto auto 1fr 30px/minmax(0,1fr) 64mm;height:125mm;overflow:clip;break-inside:avoid;filter:none;border-top:1px solid #8f7569;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.ticket:nth-child(even){break-after:page}
.stub{grid-area:1/2/4/3;padding-top:8mm;border-left:2px dashed #8f7569}
.stub:before,.stub:after,.facts:before,.facts:after{content:none}
.code{width:46mm}
.facts{border:0;padding-block:0 .5rem;font-size:.85rem}
.ticket .head h2{font-size:2rem}
.ticket dl{gap:.5rem 1rem}
.foot{grid-column:1/-1}
.ticket>*{background:none}
.edge{background:#fff}
.foot.edge{background:#ead7c8}
}`;
