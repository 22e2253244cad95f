import { once } from "node:events";
import http from "node:http";
import sharp from "sharp";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

/** A large one takes four times as long to encode, in eight files. */
const photo = (background: string, width = 480) =>
  sharp({ create: { width, height: (width * 3) / 4, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "SECRET-OWNER" } })
    .toBuffer();

const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** Selects files in the field of a group of pictures. */
const choose = async (page: Page, name: string, files: { name: string; buffer: Buffer }[]) =>
  group(page, name)
    .locator("input[type=file]")
    .setInputFiles(files.map((file) => ({ mimeType: "image/jpeg", ...file })));

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("a crawl is written in both languages with its pictures, seen by guests, deleted and brought back", async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    await become(page, baseURL!, "admin");
    await open(page, "/admin/pub-crawls");
    await page.getByRole("link", { name: "Add a pub crawl" }).click();
    await alive(page);
    const complete = page.getByText("Complete", { exact: true });
    await expect(complete).toHaveCount(0);
    await page.getByLabel("Title", { exact: true }).fill("Coyoacán at Dusk");
    await page.getByLabel("Title, in Spanish", { exact: true }).fill("Coyoacán al anochecer");
    await expect(complete).toBeVisible();
    await page.getByLabel("Description", { exact: true }).fill("Three cantinas and a market.");
    await expect(page.getByLabel("Description, in Spanish")).toHaveAttribute(
      "placeholder",
      "Not translated: guests see the English text",
    );
    await page.getByRole("button", { name: "Use coyoacan-at-dusk" }).click();
    await page.getByLabel("Price", { exact: true }).fill("22.50");
    await page.getByLabel("Price in MXN").fill("450");

    // lines by keyboard: Enter adds the next one, and the buttons reorder them
    const included = group(page, "Included");
    await included.getByRole("button", { name: "Add to “Included”" }).click();
    await expect(included.getByLabel("Included, line 1", { exact: true })).toBeFocused();
    await page.keyboard.type("A market tour");
    await page.keyboard.press("Enter");
    await expect(included.getByLabel("Included, line 2", { exact: true })).toBeFocused();
    await page.keyboard.type("Three drinks");
    await included.getByLabel("Included, line 2, in Spanish").fill("Tres tragos");
    await included.getByRole("button", { name: "Move up: Included, line 2" }).press("Enter");
    await expect(included.getByLabel("Included, line 1", { exact: true })).toHaveValue("Three drinks");
    await expect(included.getByRole("button", { name: "Move down: Included, line 1" })).toBeFocused();
    // and by their handle
    await included.getByRole("button", { name: "Drag: Included, line 1" }).focus();
    await page.keyboard.press("Space");
    // rows are measured once one is picked up, and a key before that moves nothing; an extra one at the end does nothing
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText("Number 2 of 2", { exact: true })).toBeAttached({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("Space");
    await expect(included.getByLabel("Included, line 2", { exact: true })).toHaveValue("Three drinks");

    await choose(page, "Main photo", [{ name: "page.jpg", buffer: Buffer.from("<!doctype html><script>1</script>") }]);
    await expect(group(page, "Main photo").getByRole("alert")).toContainText(
      "page.jpg isn’t a JPEG, PNG, WebP or AVIF.",
    );
    // the browser logs the refused picture itself; from here on nothing is refused
    const expectQuiet = quiet(page);
    await choose(page, "Main photo", [{ name: "front.jpg", buffer: await photo("#dc1846") }]);
    const shows = page.getByLabel("What it shows: Main photo", { exact: true });
    await expect(shows).toBeVisible();
    await shows.fill("A cantina's door");
    await page.getByLabel("What it shows: Main photo, in Spanish").fill("La puerta de una cantina");
    await choose(page, "Gallery", [
      { name: "one.jpg", buffer: await photo("#0e7c7b") },
      { name: "two.jpg", buffer: await photo("#5f4bb6") },
    ]);
    await expect(page.getByLabel("What it shows: Photo 2", { exact: true })).toBeVisible();
    await page.getByLabel("What it shows: Photo 2", { exact: true }).fill("Dancers");
    await page.getByLabel("What it shows: Photo 2, in Spanish").fill("Gente bailando");
    await page.getByRole("button", { name: "Move up: Photo 2" }).click();
    await expect(page.getByLabel("What it shows: Photo 1", { exact: true })).toHaveValue("Dancers");
    await page.getByLabel("Shown on the site").check();
    await expect(page.getByRole("status").filter({ hasText: "unsaved changes" })).toContainText("Gallery");
    await axe(page);
    await save(page).click();
    await expect(page).toHaveURL(/\/admin\/edit-pub-crawl\/[\w-]+\?added=1$/);
    await expect(page.getByText("Pub crawl added.")).toBeVisible();
    await expect(save(page)).toHaveCount(0);
    const id = /edit-pub-crawl\/([\w-]+)/.exec(page.url())![1]!;

    const guest = await browser.newPage({ baseURL: baseURL!, locale: "es-MX" });
    await guest.goto("/es/crawls/coyoacan-at-dusk");
    await expect(guest.getByRole("heading", { level: 1, name: "Coyoacán al anochecer" })).toBeVisible();
    // untranslated text appears in English
    await expect(guest.getByText("Three cantinas and a market.").first()).toBeVisible();
    await expect(guest.getByText("Tres tragos")).toBeVisible();
    await expect(guest.getByText("A market tour")).toBeVisible();
    const hero = guest.getByRole("img", { name: "La puerta de una cantina" });
    await expect(hero).toBeVisible();
    const source = await hero.evaluate((img: HTMLImageElement) => img.currentSrc);
    const record = await guest.request.get(source);
    expect(record.headers()).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await record.body()).includes("SECRET-OWNER")).toBe(false);
    const crawl = (await (await guest.request.get(`/api/pub-crawls/${id}`)).json()) as Record<string, unknown>;
    expect(crawl).toMatchObject({ price: 2250, prices: { MXN: 45_000 }, gallery_alts: ["Dancers", ""] });

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Coyoacán at Dusk?" });
    await expect(dialog).toContainText("Past bookings keep showing it.");
    await axe(page);
    await dialog.getByRole("button", { name: "Delete pub crawl" }).click();
    await expect(page.getByText("Coyoacán at Dusk was deleted")).toBeVisible();
    await expect(page.getByText("Restore it to edit it.")).toBeVisible();
    const answered = async () => (await guest.request.get("/es/crawls/coyoacan-at-dusk")).status();
    await expect.poll(answered).toBe(404);
    expect((await guest.request.get(`/api/pub-crawls/${id}`)).status()).toBe(404);
    expect(await (await guest.request.get("/sitemap.xml")).text()).not.toContain("coyoacan-at-dusk");

    await open(page, "/admin/restore-pub-crawls");
    await page.getByRole("button", { name: "Restore Coyoacán at Dusk" }).click();
    await expect(page.getByText("Coyoacán at Dusk is back, hidden")).toBeVisible();
    expect(await answered(), "what comes back is looked over first").toBe(404);
    await open(page, "/admin/pub-crawls?q=coyo");
    await expect(page.getByRole("row", { name: /Coyoacán at Dusk/ })).toContainText("Hidden");
    await page.getByRole("button", { name: "Show Coyoacán at Dusk" }).click();
    await expect(page.getByText("Coyoacán at Dusk is on sale")).toBeVisible();
    await expect.poll(answered).toBe(200);
    // and the same click undoes it
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("row", { name: /Coyoacán at Dusk/ })).toContainText("Hidden");
    expectQuiet();
  });

  test("a crawl with departures to come isn't deleted, and says how many there are", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/admin/pub-crawls?q=ronda+mexico");
    await page.getByRole("button", { name: "Delete Ronda Mexico City" }).click();
    const dialog = page.getByRole("dialog", { name: "Ronda Mexico City still has dates" });
    await expect(dialog).toContainText(/\d+ upcoming dates are scheduled/);
    await expect(dialog.getByRole("button", { name: "Delete pub crawl" })).toBeDisabled();
    // other clients get the same refusal
    const form = { intent: "delete", id: MEXICO_CITY };
    const answer = await page.request.post("/admin/pub-crawls", { form, headers: { origin: baseURL! } });
    expect(answer.status()).toBe(409);
  });

  test("of two who write at once, the second takes in what the first saved and decides about the rest", async ({
    page,
    context,
    baseURL,
  }) => {
    await become(page, baseURL!, "admin");
    const path = "/admin/edit-pub-crawl/5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b02";
    const other = await context.newPage();
    await open(page, path);
    await open(other, path);
    await expect(
      page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Pub Crawls", exact: true }),
    ).toHaveAttribute("aria-current", "page");
    await page.getByLabel("Meeting place optional").fill("At the gate");
    await page.getByLabel("Duration optional").fill("5 h");
    await save(page).click();
    await expect(page.getByText("Pub crawl saved")).toBeVisible();

    await other.getByLabel("Meeting place optional").fill("At the fountain");
    await other.getByLabel("Group size").fill("20+");
    await save(other).click();
    const byRole = other.getByRole("alert").filter({ hasText: "saved this in the meantime" });
    await expect(byRole.getByRole("row", { name: /Meeting place/ })).toContainText("At the gate");
    await expect(byRole.getByRole("row", { name: /Meeting place/ })).toContainText("At the fountain");
    await expect(byRole.getByRole("row")).toHaveCount(2);
    await expect(other.getByLabel("Duration optional")).toHaveValue("5 h");
    await axe(other);
    await byRole.getByRole("button", { name: "Save mine" }).click();
    await expect(other.getByText("Pub crawl saved")).toBeVisible();
    await open(page, path);
    await expect(page.getByLabel("Meeting place optional")).toHaveValue("At the fountain");
    await expect(page.getByLabel("Duration optional")).toHaveValue("5 h");
    await expect(page.getByLabel("Group size")).toHaveValue("20+");
  });

  test("what is wrong is said at its field, and nothing that was typed is lost, even by closing the browser", async ({
    page,
    baseURL,
  }) => {
    await become(page, baseURL!, "admin");
    const path = "/admin/edit-pub-crawl/5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b03";
    await open(page, path);
    await page.getByLabel("Title", { exact: true }).fill("");
    await page.getByLabel("Price", { exact: true }).fill("cheap");
    await page.getByLabel("Page address").fill("mexico-city");
    await page.keyboard.press("Control+s");
    const summary = page.getByRole("alert").filter({ hasText: "2 things need your attention" });
    await expect(summary).toBeFocused();
    await summary.getByRole("link", { name: "Enter an amount like 250" }).click();
    await expect(page.getByLabel("Price", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Price", { exact: true })).toHaveAccessibleDescription(/Enter an amount like 250/);
    await axe(page);
    await page.getByLabel("Price", { exact: true }).fill("21");
    await page.getByLabel("Title", { exact: true }).fill("Another title");
    await save(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Another page already has this address" })).toBeFocused();

    await page.getByRole("link", { name: "Pub Crawls" }).first().click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Another title");
    await page.getByRole("link", { name: "Pub Crawls" }).first().click();
    await leaving.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/admin\/pub-crawls$/);
    await open(page, path);
    await expect(page.getByText("This is what you typed here last time")).toBeVisible();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Another title");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Title", { exact: true })).not.toHaveValue("Another title");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Another title");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Title", { exact: true })).not.toHaveValue("Another title");
    await page.reload();
    await alive(page);
    await expect(page.getByText("This is what you typed here last time")).toHaveCount(0);
  });
});

test("a picture is read only of whoever may send one", async ({ page, baseURL }) => {
  const send = (buffer: Buffer) =>
    page.request.post("/admin/pub-crawls/pictures", {
      multipart: { picture: { name: "../../etc/\u202Egpj.exe", mimeType: "image/jpeg", buffer } },
      headers: { origin: baseURL! },
      maxRedirects: 0,
    });
  // nobody may fill the memory with data that won't be stored
  expect((await send(Buffer.alloc(200_000))).status()).toBe(413);
  await become(page, baseURL!, "customer");
  expect((await send(Buffer.alloc(200_000))).status()).toBe(413);
  expect((await send(await photo("#dc1846"))).status()).toBe(302);
  await become(page, baseURL!, "admin");
  const record = await send(await photo("#dc1846", 1400));
  expect(record.status()).toBe(201);
  expect(await record.text()).toMatch(
    /^\{"src":"\/uploads\/[0-9a-f]{32}","width":1280,"height":960,"alt":"","alt_es":""\}$/,
  );
  expect((await send(Buffer.alloc(200_000))).status()).toBe(422);
  // answered by its length alone: who has to wait for the rest to be sent may find the connection closed
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const announced = http.request(`${baseURL}/admin/pub-crawls/pictures`, {
    method: "POST",
    headers: {
      cookie,
      origin: baseURL!,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 11 * 1024 * 1024,
    },
  });
  announced.flushHeaders();
  const [answer] = (await once(announced, "response")) as [http.IncomingMessage];
  expect(answer.statusCode).toBe(413);
  announced.destroy();
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("a line is translated, and guests read it", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/es/admin/pub-crawls");
    await page.getByRole("link", { name: "Ronda Oaxaca" }).tap();
    await alive(page);
    await page.getByLabel("Incluye, línea 1, en español", { exact: true }).fill("Mezcal de bienvenida");
    await page.getByRole("button", { name: "Guardar" }).tap();
    await expect(page.getByText("Recorrido guardado")).toBeVisible();
    await page.goto("/es/crawls/oaxaca");
    await expect(page.getByText("Mezcal de bienvenida")).toBeVisible();
  });
});
