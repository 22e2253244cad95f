import { beforeEach, expect, test, vi } from "vitest";
import { forgetSale, keepSale, keptSale, type SaleFields } from "#src/modules/partners/desk/components/desk-line.ts";

/** What the tabs of a browser share. */
class Shared {
  readonly #kept = new Map<string, string>();
  get length() {
    return this.#kept.size;
  }
  key = (n: number) => [...this.#kept.keys()][n] ?? null;
  getItem = (name: string) => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string) => void this.#kept.set(name, value);
  removeItem = (name: string) => void this.#kept.delete(name);
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Shared());
  return () => vi.unstubAllGlobals();
});

const sale = (key: string): SaleFields => ({
  key,
  departure_id: "d",
  people: "2",
  name: "Lena Brandt",
  email: "",
  phone: "+491512345678",
  language: "en",
  way: "cash",
  expected: "80000",
});

test("a sale that another tab settles leaves this one's to be asked for", () => {
  const [mine, others] = [sale("a"), sale("b")];
  expect(keepSale(mine)).toBe(true);
  keepSale(others);
  forgetSale("b");
  expect(keptSale()).toEqual(mine);
  forgetSale("a");
  expect(keptSale()).toBeNull();
});

test("what nobody can read keeps no sale from being asked for", () => {
  localStorage.setItem("theme", "dark");
  localStorage.setItem("ronda-desk-sale:x", "{");
  localStorage.setItem("ronda-desk-sale:y", "7");
  keepSale(sale("a"));
  expect(keptSale()).toMatchObject({ key: "a" });
});

test.each(["QuotaExceededError", "SecurityError"])("a device that keeps nothing (%s) says so, and sells", (name) => {
  const refuse = () => {
    throw new DOMException("no", name);
  };
  vi.stubGlobal("localStorage", { length: 1, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(keepSale(sale("a"))).toBe(false);
  expect(() => forgetSale("a")).not.toThrow();
  expect(keptSale()).toBeNull();
});
