import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { sayWhy } from "#src/locales/why.ts";
import { Why } from "#src/ui/why.tsx";

const amount = { amount: 80_000, currency: "MXN" } as const;

test("a named button opens the steps by itself: the browser knows which popover is its", async () => {
  const steps = [{ text: "why.toPay.total", adds: 80_000 } as const];
  const html = renderToString(<Why why={sayWhy(await i18nFor("en"), "Total", { amount, steps })} />);
  const target = /<button[^>]*popoverTarget="([^"]+)"[^>]*aria-label="Why this amount\? Total: MX\$800"/i.exec(
    html,
  )?.[1];
  expect(html).toContain(`id="${target}" popover="auto" role="dialog"`);
  expect(html).toContain("Total of the booking");
  expect(html).not.toContain("why-sum");
});

test("several steps have their sum, and staff read of a gap", async () => {
  const steps = [
    { text: "why.toPay.total", adds: 90_000 },
    { text: "why.toPay.credit", adds: -20_000 },
  ] as const;
  const html = renderToString(<Why why={sayWhy(await i18nFor("en"), "To pay", { amount, steps }, "staff")} />);
  expect(html).toContain("why-sum");
  expect(html).toContain("These steps come to MX$700, not MX$800. What is stored doesn’t explain MX$100.");
});

test("without reasons there is nothing", () => {
  expect(renderToString(<Why why={null} />)).toBe("");
});
