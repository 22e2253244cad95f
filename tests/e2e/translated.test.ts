import { open } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

// What a translator and a password manager do to a page: each text goes into elements of theirs, and there are elements that no page
// of ours has. Nothing may break by it, and nothing that was typed may be lost.

type Manner = "moved" | "replaced";

/** Puts each text of the page into a translator's elements, as it does at once and whenever the page changes. */
const translate = (page: Page, manner: Manner) =>
  page.evaluate((how) => {
    const wrap = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement!.closest("font, script, style, textarea, select, svg")) continue;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        text.replaceWith(outer);
        if (how === "moved") inner.append(text);
        else inner.textContent = text.data;
      }
    };
    wrap();
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true });
  }, manner);

const departure = async (page: Page): Promise<string> => {
  const answer = await page.request.get("/api/scheduled-crawls");
  const offers = (await answer.json()) as {
    id: string;
    is_available: boolean;
    external_booking_link: string | null;
    starts_at: string;
  }[];
  return offers.find(
    (one) => one.is_available && !one.external_booking_link && Date.parse(one.starts_at) > Date.now() + 30 * 3_600_000,
  )!.id;
};

for (const manner of ["moved", "replaced"] as const)
  test(`a coupon and a booking in a page whose texts a translator ${manner}`, async ({ page }) => {
    await open(page, `/checkout?departure=${await departure(page)}&people=1`);
    await translate(page, manner);
    const total = page.locator("#order-total + dd");
    const before = await total.innerText();
    await page.locator("#coupon_typed").fill("NO-SUCH-CODE");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.locator("#coupon_typed")).toHaveAttribute("aria-invalid", "true");
    await page.locator("#number_of_people").fill("2");
    await expect(total).not.toHaveText(before);
    await page.locator("#coupon_typed").fill("BIENVENIDO10");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: /Proceed to payment/ }).click();
    await expect(page.locator("#first_name")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("body")).not.toContainText("Unexpected Application Error");
    expect(await page.locator("h1").count()).toBe(1);
  });

test("foreign elements beside the fields, before the page's scripts run, don't empty what was typed", async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => {
      for (const field of document.querySelectorAll("main input"))
        field.insertAdjacentHTML("beforebegin", "<div data-manager></div>");
      document.querySelector<HTMLInputElement>("#first_name")!.value = "Sofía";
      document.querySelector<HTMLInputElement>("#phone")!.value = "+52 55 1234 5678";
    }),
  );
  await open(page, `/checkout?departure=${await departure(page)}&people=1`);
  await expect(page.locator("#first_name")).toHaveValue("Sofía");
  await expect(page.locator("#phone")).toHaveValue("+52 55 1234 5678");
});
