import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { cfdiFiles } from "#tests/cfdi-file.ts";
import { axe } from "#tests/e2e/axe.ts";
import { booked } from "#tests/e2e/guests.ts";
import { open, overflow, quiet, signIn } from "#tests/e2e/pages.ts";
import { expect, test } from "#tests/e2e/story.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("in Spanish on the phone, a guest asks for an invoice, staff issue it with its files, and the guest downloads them", async ({
  page,
  browser,
  baseURL,
}) => {
  const expectQuiet = quiet(page);
  const { id, token } = await booked(page, undefined, { language: "es" });
  const manage = `/es/booking-confirmation/${id}/manage?token=${token}`;
  await open(page, manage);
  await page.getByRole("link", { name: /Factura \(CFDI\)/ }).click();
  await page.getByLabel("RFC").fill("nuso-900101-ab1");
  await page.getByLabel("Nombre o razón social").fill("Sofía Núñez Solís");
  await page.getByLabel("Régimen fiscal").selectOption("612");
  await page.getByLabel("Código postal de tu domicilio fiscal").fill("06700");
  await page.getByLabel("Correo para la factura").fill("contador@firm.test");
  await axe(page);
  expect(await overflow(page)).toEqual([]);
  await page.getByRole("button", { name: "Pedir la factura" }).click();
  await expect(page.getByText("Ya tenemos tus datos.")).toBeVisible();
  await expect(page.getByText(/La pediste el .* para NUSO900101AB1/)).toBeVisible();

  const staff = await (
    await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 }, reducedMotion: "reduce" })
  ).newPage();
  await signIn(staff, "admin@ronda.test");
  await open(staff, `/es/admin/invoices?open=${id}`);
  const panel = staff.getByRole("complementary", { name: "SOFÍA NÚÑEZ SOLÍS" });
  await expect(panel).toContainText("PUE, pago en una sola exhibición");
  await expect(panel).toContainText("04 Tarjeta de crédito, o 28 si fue de débito");
  expect(await overflow(staff)).toEqual([]);
  const uuid = randomUUID();
  const attach = async (total: string) => {
    const { xml, pdf } = cfdiFiles({ total, uuid });
    const files = [
      { label: "Archivo XML", name: "cfdi.xml", mimeType: "application/xml", buffer: Buffer.from(xml) },
      { label: "Archivo PDF", name: "cfdi.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf) },
    ];
    for (const { label, ...file } of files) await panel.getByLabel(label).setInputFiles(file);
    await panel.getByRole("button", { name: "Emitir y enviar" }).click();
  };
  await attach("1.00");
  await expect(panel.getByText("El total no es", { exact: false })).toBeVisible();
  await attach("1200.00");
  await expect(staff.getByText("Emitida y enviada")).toBeVisible();
  await axe(staff);

  await open(page, manage);
  await expect(page.getByText("Aquí está tu factura")).toBeVisible();
  for (const [name, begins] of [
    ["XML", "<?xml"],
    ["PDF", "%PDF-"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`${uuid}.${name.toLowerCase()}`);
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith(begins)).toBe(true);
    if (name === "XML") expect(text).toContain(uuid.toUpperCase());
  }
  // what is issued isn't asked for or corrected again
  await page.getByRole("link", { name: /Factura \(CFDI\)/ }).click();
  await expect(page.getByText("Aquí está tu factura")).toBeVisible();
  await expect(page.getByLabel("RFC")).toHaveCount(0);
  expectQuiet();
});
