import { createHash } from "node:crypto";
import { DEVICE_PAY_ONLY, EARLY_DEVICE_PAY } from "#src/kernel/device-pay.ts";
import { EARLY_CHOICE } from "#src/kernel/language-choice.ts";
import { EARLY_SIGNED_IN, IF_SIGNED_IN } from "#src/kernel/signed-in-mark.ts";
import type { Boot } from "#src/kernel/boot.ts";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
const PRELOADS = /<link rel="modulepreload"[^>]*>/g;
const IMPORT = /import \* as (\w+) from "([^"]+)";/g;
const MANIFEST = /window\.__reactRouterManifest = (\{[\s\S]*?\n\});/;
const MODULES = /window\.__reactRouterRouteModules = \{([^}]*)\};/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

type Route = { module: string; imports?: string[] };
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> };

/**
 * Defers the scripts of a page rendered by React Router: they are fetched, all at once, after the page has loaded, so that
 * text, styles, fonts and pictures come first on a slow connection. Only a script with the renderer's `nonce` is taken for the
 * framework's. Throws when the framework writes its scripts differently. A page with an element `data-landing` opens there, unless
 * its address names another or the browser remembers where it was. `atOnce`: the page shows nothing before its scripts run, so they
 * wait for nothing.
 */
export function finishPage(html: string, areas: Iterable<string>, nonce: string, atOnce = false): string {
  const moduleScript = scriptsOf(html, nonce).find(([, attributes = ""]) => attributes.includes(' type="module"'));
  if (!moduleScript) return html; // a page without scripts
  const [whole, , written = ""] = moduleScript;
  const manifest = found(MANIFEST, written);
  const entry = found(ENTRY, written);
  const modules = new Map(Array.from(written.matchAll(IMPORT), ([, name, url]) => [name, url]));
  const routes = Object.fromEntries(
    Array.from(found(MODULES, written).matchAll(/"([^"]+)":\s*(\w+)/g), ([, id, name]) => [id, modules.get(name)]),
  ) as Boot["routes"];
  const parts = JSON.parse(manifest) as Manifest;
  const boot: Boot = { routes, areas: [...areas] };
  // the manifest also lists routes that the page may navigate to
  const own = Object.keys(routes).map((id) => parts.routes[id]);
  const fetched = new Set([...parts.entry.imports, ...own.flatMap((route) => (route ? importsOf(route) : []))]);
  const script = (atOnce ? promptScript : lateScript)({ manifest: parts, boot, entry, fetched: [...fetched] });
  const early = `${EARLY_CHOICE}${html.includes(DEVICE_PAY_ONLY) ? EARLY_DEVICE_PAY : ""}`;
  const [before, after] = [html.slice(0, moduleScript.index), html.slice(moduleScript.index + whole.length)];
  const page = `${before}<script nonce="${nonce}">${early}${script}</script>${after}`.replace(PRELOADS, "");
  if (!html.includes(`${IF_SIGNED_IN}=`)) return page;
  return page.replace("</head>", () => `<script nonce="${nonce}">${EARLY_SIGNED_IN}</script></head>`);
}

/** The scripts that the renderer has written: only they have its nonce. One expression for all pages: compiled once, it is fast. */
const scriptsOf = (html: string, nonce: string) =>
  Array.from(html.matchAll(SCRIPT)).filter(([, attributes = ""]) => attributes.includes(` nonce="${nonce}"`));

const importsOf = ({ module, imports = [] }: Route) => [module, ...imports];

function found(pattern: RegExp, text: string): string {
  const part = pattern.exec(text)?.[1];
  if (part === undefined) throw new Error(`the framework's script lacks ${pattern.source}`);
  return part;
}

type Late = { manifest: Manifest; boot: Boot; entry: string; fetched: string[] };

// script elements, not `import`: under 'strict-dynamic' a script added by a trusted one is trusted, its imports are not; one at
// a time, because each takes a slow phone 8 ms and it should respond to taps in between
const lateScript = ({ manifest, boot, entry, fetched }: Late): string =>
  `if(!location.hash&&!scrollY)document.querySelector("[data-landing]")?.scrollIntoView();` +
  inlineManifest(manifest, boot) +
  `addEventListener("load",()=>{${ADD}const urls=${inScript(fetched)};const next=()=>{const href=urls.shift();` +
  `if(href){add("link",{rel:"modulepreload",href});setTimeout(next)}else add("script",{type:"module",src:${inScript(entry)}})};` +
  `setTimeout(next)})`;

const promptScript = ({ manifest, boot, entry, fetched }: Late): string =>
  `${inlineManifest(manifest, boot)}{${ADD}for(const href of ${inScript(fetched)})add("link",{rel:"modulepreload",href});` +
  `add("script",{type:"module",src:${inScript(entry)}})}`;

const inlineManifest = (manifest: Manifest, boot: Boot): string =>
  `window.__reactRouterManifest=${inScript(manifest)};window.lateBoot=${inScript(boot)};`;
const ADD = "const add=(tag,set)=>document.head.append(Object.assign(document.createElement(tag),set));";

/** JSON that is safe inside a script: it can't end the script or start a comment. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** A page as it is sent: without the nonce, because it may be kept for others, and with the CSP sources of its own scripts. */
export type NamedScripts = { html: string; hashes: string[] };

/**
 * Names the page's own inline scripts, `'sha256-…'` each. They carry the `nonce` that only this render knew, so that a script
 * which came into the page with stored text is never named, and never runs. Data blocks need no name.
 */
export function nameScripts(html: string, nonce: string): NamedScripts {
  const scripts = scriptsOf(html, nonce).filter(([, attributes = ""]) => !/\ssrc=|application\//.test(attributes));
  const hashes = scripts.map(([, , text]) => scriptHash(text ?? ""));
  return { html: html.replaceAll(` nonce="${nonce}"`, ""), hashes };
}

/** The CSP source of an inline script. */
export const scriptHash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
