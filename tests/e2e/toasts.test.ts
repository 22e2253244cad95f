import { expect, test } from "#tests/e2e/story.ts";
import { notices, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";

test("toasts stack up to three, wait for whoever is at one, and give the focus back", async ({ page, baseURL }) => {
  const data = { name: "Iker Paz", email: "iker@guest.test", subject: "Hola", message: "¿A qué hora?", language: "es" };
  const sent = await page.request.post("/api/contact", {
    data,
    headers: { "idempotency-key": `toasts-${Date.now()}` },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.clock.install();
  await become(page, baseURL!, "admin");
  await open(page, "/admin/messages");
  const expectQuiet = quiet(page);
  await page.getByRole("link", { name: "Iker Paz" }).click();
  const turn = page
    .getByRole("main")
    .getByRole("complementary")
    .getByRole("button", { name: /^(Mark as done|Reopen)$/ });
  const newest = notices(page).last();
  // from now on time passes only when the test advances it
  await page.clock.pauseAt(Date.now() + 60_000);

  for (const [output, words] of [
    [1, "Message marked as done"],
    [2, "Message reopened"],
    [3, "Message marked as done"],
    [3, "Message reopened"],
  ] as const) {
    await turn.click();
    await expect(newest).toContainText(words);
    await expect(notices(page)).toHaveCount(output);
  }

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.clock.runFor(300);
    await expect.poll(() => page.evaluate(coveredByToasts), `covered at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(turn).toBeEnabled(); // what is still being read again takes no focus
  await turn.focus();
  await page.mouse.move(0, 0);
  await page.keyboard.press("Alt+t");
  await expect(newest.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.clock.runFor(10_000);
  await expect(notices(page)).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(notices(page)).toHaveCount(0);
  await expect(turn).toBeFocused();

  await turn.click();
  await expect(newest).toContainText("Message marked as done");
  await page.clock.runFor(3000);
  await expect(notices(page)).toHaveCount(1);
  // a pointer that moves over it gives it its time anew, one that rests there doesn't
  const { x, y } = (await newest.boundingBox())!;
  for (const way of [20, 30, 40]) await page.mouse.move(x + way, y + 20);
  await page.clock.runFor(3000);
  await expect(notices(page)).toHaveCount(1);
  await page.clock.runFor(2000);
  await expect(notices(page)).toHaveCount(0);
  expectQuiet();
});

/** The buttons and fields under a toast. Runs in the browser. */
function coveredByToasts(): string[] {
  const cards = [...document.querySelectorAll("[data-toasts] li")].map((card) => card.getBoundingClientRect());
  const controls = document.querySelectorAll<HTMLElement>("button, input, select, textarea, summary");
  return [...controls]
    .filter((control) => !control.closest("[data-toasts]") && control.checkVisibility())
    .filter((control) => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      return cards.some((card) => left < card.right && card.left < right && top < card.bottom && card.top < bottom);
    })
    .map((control) => control.outerHTML.slice(0, 100));
}
