import http from "node:http";
import { chromium } from "@playwright/test";
import { launchOptions } from "#tests/e2e/browser.ts";
import { inDatabaseOf, startOwnServer } from "#tests/e2e/own-server.ts";
import { signIn } from "#tests/e2e/pages.ts";

const server = await startOwnServer();
const partnerId = "019aab00-0000-7000-8000-000000000001";
const now = new Date();
await inDatabaseOf(server.folder, async (db) => {
  await db.insertInto("partners").values([
    { id: partnerId, name: "Hostel Jacaranda", code: "JACA", created_at: now, widget_origins: ["http://127.0.0.1:4555"] },
    { id: "019aab00-0000-7000-8000-000000000002", name: "Posada Luna", code: "LUNA", created_at: now },
  ]).execute();
  await db.insertInto("qr_codes").values([
    { id: "k7m2x", partner_id: partnerId, campaign: "Summer 2027", placement: "Reception, left of the door", target: "/crawls/mexico-city", created_at: now },
    { id: "p9abc", partner_id: partnerId, campaign: "", placement: "Rooftop bar", target: "/", created_at: now, is_active: false },
    { id: "qq234", partner_id: null, campaign: "Street posters", placement: "", target: "/cities/oaxaca", created_at: now },
    { id: "zz234", partner_id: null, campaign: "", placement: "", target: "/crawls/gone", created_at: now },
  ]).execute();
  const scans = Array.from({ length: 220 }, (_, i) => ({ qr_code_id: "k7m2x", visitor: null, site_tag: "cdmx", at: new Date(now.getTime() - ((i * i * 7919) % (29 * 86400)) * 1000) }));
  await db.insertInto("qr_scans").values(scans).execute();
  await db.insertInto("widget_reports").values([
    { partner_id: partnerId, origin: "https://travel-blog.example", day: now.toISOString().slice(0, 10), opened: 41 },
    { partner_id: partnerId, origin: "untold", day: now.toISOString().slice(0, 10), opened: 1 },
  ]).execute();
});
const browser = await chromium.launch(launchOptions);
const shots: [string, string][] = [
  ["list", "/admin/affiliates/qr"], ["one", "/admin/affiliates/qr/k7m2x"], ["new", "/admin/affiliates/qr/new"], ["widget", `/admin/affiliates/widget?partner=${partnerId}`],
];
for (const [tag, size, prefix, theme] of [["phone", { width: 390, height: 844 }, "/es", "light"], ["desk", { width: 1280, height: 800 }, "", "dark"]] as const) {
  const page = await browser.newPage({ viewport: size, baseURL: server.origin });
  page.on("console", (m) => m.type() === "error" && console.log(tag, m.text()));
  page.on("pageerror", (e) => console.log(tag, String(e)));
  await page.context().addCookies([{ name: "theme", value: theme, url: server.origin }]);
  await signIn(page, "admin@ronda.test");
  for (const [name, path] of shots) {
    await page.goto(prefix + path, { waitUntil: "networkidle" });
    await page.screenshot({ path: `/tmp/look/qr-${name}-${tag}.png`, fullPage: true });
  }
  if (tag === "desk") {
    await page.goto("/admin/affiliates/qr/k7m2x", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForTimeout(800); // sleeps: a look
    console.log("undo:", await page.getByRole("button", { name: "Switch off" }).count());
    await page.getByLabel("Color of the code").fill("#ffffff");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(800);
    await page.screenshot({ path: "/tmp/look/qr-refused-desk.png", fullPage: true });
  }
  await page.close();
}
// a partner's site
const html = (theme: string, lang: string) => `<!doctype html><html lang="${lang}"><body style="margin:20px;font:16px sans-serif;background:${theme === "dark" ? "#222" : "#eef"}"><h1>Hostel</h1><script async src="${server.origin}/widget.js" data-partner="JACA" data-theme="${theme}" data-lang="${lang}"></script><p>after</p></body></html>`;
const site = http.createServer((req, res) => { res.setHeader("content-type", "text/html"); res.setHeader("referrer-policy", "no-referrer"); res.end(req.url === "/dark" ? html("dark", "en") : html("light", "es")); }).listen(4555);
for (const host of ["127.0.0.1", "127.0.0.2"]) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.on("console", (m) => console.log("site", m.text()));
  await page.goto(`http://${host}:4555/${host.endsWith("1") ? "" : "dark"}`, { waitUntil: "networkidle" });
  await page.waitForTimeout(1000);
  const frame = page.frameLocator("iframe");
  console.log(host, await frame.locator("a.book").first().getAttribute("href"), await page.locator("iframe").evaluate((e) => (e as HTMLElement).style.height), (await page.context().cookies()).length, await page.evaluate(() => document.cookie + localStorage.length));
  await page.screenshot({ path: `/tmp/look/qr-site-${host}.png`, fullPage: true });
  await page.close();
}
site.close();
// speed
for (const path of ["/q/k7m2x", "/", "/widget?partner=JACA"]) {
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    const t = performance.now();
    await (await fetch(server.origin + path, { redirect: "manual", headers: { cookie: `a=${i}` } })).arrayBuffer();
    times.push(performance.now() - t);
  }
  times.sort((a, b) => a - b);
  console.log(path, "p50", times[150]!.toFixed(2), "p95", times[285]!.toFixed(2));
}
await browser.close();
await server.stop();
