import { expect, test } from "#tests/e2e/story.ts";
import { COLOUR_RULES, newLooks, violations } from "#tests/e2e/axe.ts";
import { nightly } from "#tests/tier.ts";

const PALE = "color: #bbb";
const words = (id: string, style: string) => `<p id="${id}" style="${style}">Tonight at eight</p>`;
const page = (body: string) => `<!doctype html><html lang="en"><title>Night</title><main>${body}</main></html>`;

test("contrast is measured once per look: in other surroundings, another colour or once shown it is another one", async ({
  page: window,
}) => {
  test.skip(nightly, "at night every text is measured");
  const pale = async (body: string) => {
    await window.setContent(page(body));
    return violations(window, ["color-contrast"]);
  };
  expect(await pale(words("one", PALE) + words("two", PALE)), "one of two alike").toEqual(["color-contrast: #one"]);
  expect(await pale(words("one", PALE)), "what was too pale stays so").toEqual(["color-contrast: #one"]);

  const dark = "color: #555";
  expect(await pale(words("one", dark))).toEqual([]);
  expect(await pale(words("one", dark) + words("two", PALE)), "beside one that is known").toEqual([
    "color-contrast: #two",
  ]);
  expect(await pale(`<div style="background: #666">${words("one", dark)}</div>`), "on another background").toEqual([
    "color-contrast: #one",
  ]);
  expect(await pale(`<div style="opacity: 0.4">${words("one", dark)}</div>`), "faded").toEqual([
    "color-contrast: #one",
  ]);
  expect(await pale(`<div hidden>${words("one", PALE)}</div>`), "hidden").toEqual([]);
  expect(await pale(`<div>${words("one", PALE)}</div>`), "shown").toEqual(["color-contrast: #one"]);
  const layers = (style: string) =>
    `<div style="position: relative"><div style="position: absolute; inset: 0; background: #666"></div><div style="${style}">${words("one", dark)}</div></div>`;
  for (const style of ["position: relative", "transform: translate(0)", "margin-top: -1px; position: relative"])
    expect(await pale(layers(style)), `over a layer: ${style}`).toEqual(["color-contrast: #one"]);
  const button = (attribute: string) => `<button ${attribute} id="one" style="${PALE}; background: #fff">Book</button>`;
  expect(await pale(button("disabled")), "that can't be used").toEqual([]);
  expect(await pale(button("")), "that can be used").toEqual(["color-contrast: #one"]);
});

test("a text is known on whichever page it stands, unless it may lie over something else", async ({ page: window }) => {
  test.skip(nightly, "at night every text is measured");
  const looksOf = async (body: string) => {
    await window.setContent(page(body));
    const looks = await newLooks(window);
    expect(await violations(window, ["color-contrast"])).toEqual([]);
    return looks.length;
  };
  const text = words("one", "color: #123");
  expect(await looksOf(text), "new").toBe(1);
  expect(await looksOf(`<section class="two"><div class="three">${text}</div></section>`), "in other boxes").toBe(0);
  expect(await looksOf(`<div style="position: relative">${text}</div>`), "in a layer").toBe(1);
});

test("a link in a text is known only among words of the same colour", async ({ page: window }) => {
  test.skip(nightly, "at night every text is measured");
  const link = '<a href="#one" style="color: #00c; text-decoration: none">tickets</a>';
  const text = (colour: string, last: string) =>
    `<p style="color: ${colour}">Tonight at eight, ${last} at the door</p>`;
  const mingled = async (body: string) => {
    await window.setContent(page(body));
    return violations(window, COLOUR_RULES);
  };
  expect(await mingled(text("#000", "") + text("#003", "")), "without a link").toEqual([]);
  expect(await mingled(`<p>${link}</p>`), "alone").toEqual([]);
  expect(await mingled(text("#003", link)), "among words of nearly its colour").toEqual(["link-in-text-block: a"]);
});

test("a text that was known is measured again once it has changed", async ({ page: window }) => {
  test.skip(nightly, "at night every text is measured");
  await window.setContent(page(words("one", "color: #333")));
  expect(await violations(window, COLOUR_RULES), "new").toEqual([]);
  expect(await violations(window, COLOUR_RULES), "known").toEqual([]);
  await window.locator("#one").evaluate((element) => element.setAttribute("style", "color: #ccc"));
  expect(await violations(window, COLOUR_RULES), "paler").toEqual(["color-contrast: #one"]);
});
