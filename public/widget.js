/*
 * Shows the next nights on a partner's own site:
 *   <script async src="https://…/widget.js" data-partner="CODE" data-lang="es" data-theme="auto" data-crawl="…"></script>
 * A frame of ours takes the tag's place and says how tall it is. Sets no cookies, stores nothing, follows nobody.
 */
(() => {
  const script = document.currentScript;
  if (!script) return;
  const { origin } = new URL(script.src);
  const { partner = "", lang = document.documentElement.lang.slice(0, 2), theme = "", crawl = "" } = script.dataset;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ partner, lang, theme, crawl })) if (value) query.set(name, value);

  const frame = document.createElement("iframe");
  frame.title = lang === "es" ? "Próximas noches y reservas" : "Next nights and booking";
  frame.loading = "lazy";
  // who is credited depends on the site, which a stricter page would hide
  frame.referrerPolicy = "origin";
  frame.style.cssText =
    "display:block;width:100%;max-width:640px;height:420px;border:0;border-radius:14px;color-scheme:normal";
  frame.src = `${origin}/widget?${query}`;

  frame.addEventListener("load", () => frame.contentWindow?.postMessage({ ronda: "hello" }, origin));
  addEventListener("message", (event) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    const { ronda, height } = event.data ?? {};
    if (ronda === "height" && height > 0) frame.style.height = `${Math.min(Math.ceil(height), 4000)}px`;
  });
  script.after(frame);
})();
