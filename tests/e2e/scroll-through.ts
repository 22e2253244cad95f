import type { Page } from "@playwright/test";

/** Scrolls through a page and back, so that parts and pictures that come when they are near have come. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await frame();
      await frame();
    }
    const loading = [...document.images].filter((image) => !image.complete);
    const loaded = loading.map(
      (image) =>
        new Promise((done) => {
          image.addEventListener("load", done);
          image.addEventListener("error", done);
        }),
    );
    await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, 3000))]);
    scrollTo({ top: 0, behavior: "instant" });
    await frame();
  });
}
