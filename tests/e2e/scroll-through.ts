import type { Page } from "@playwright/test";

/** Scrolls through a page and back, so that lazy parts and pictures load. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // sleeps: a bound for what may never load
    const atMost = (ms: number) => new Promise((done) => setTimeout(done, ms));
    // a window that isn't drawn has no frames: the page's own errors should be reported then, not this wait
    const frame = () => Promise.race([new Promise((done) => requestAnimationFrame(done)), atMost(500)]);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await frame();
      await frame();
    }
    // those further along a horizontally scrolled row don't load before it is scrolled
    const isPassed = (image: Element) => image.checkVisibility() && image.getBoundingClientRect().left < innerWidth;
    const loading = [...document.images].filter((image) => !image.complete && isPassed(image));
    const loaded = loading.map(
      (image) =>
        new Promise((done) => {
          image.addEventListener("load", done);
          image.addEventListener("error", done);
        }),
    );
    await Promise.race([Promise.all(loaded), atMost(3000)]);
    scrollTo({ top: 0, behavior: "instant" });
    await frame();
  });
}
