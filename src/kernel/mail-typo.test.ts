import { expect, test } from "vitest";
import { likelyEmail } from "#src/kernel/mail-typo.ts";

test.each([
  ["ana@gmial.com", "ana@gmail.com"],
  ["ana@gmail.con", "ana@gmail.com"],
  ["ana@gmail.co", "ana@gmail.com"],
  ["ana@gmail.es", "ana@gmail.com"],
  ["ana@gmail", "ana@gmail.com"],
  ["ana@gmail,com", "ana@gmail.com"],
  ["ana@gmailcom", "ana@gmail.com"],
  ["ana@gamil.con", "ana@gmail.com"],
  ["Ana.Ruiz+mx@GMAL.com", "Ana.Ruiz+mx@gmail.com"],
  [" ana@hotmial.com ", "ana@hotmail.com"],
  ["ana@hotmal.es", "ana@hotmail.es"],
  ["ana@hotmail.co", "ana@hotmail.com"],
  ["ana@outlok.com", "ana@outlook.com"],
  ["ana@yaho.com.mx", "ana@yahoo.com.mx"],
  ["ana@yahoo.con.mx", "ana@yahoo.com.mx"],
  ["ana@iclud.com", "ana@icloud.com"],
  ["ana@prodigi.net.mx", "ana@prodigy.net.mx"],
])("%j was meant to be %j", (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each([
  "ana@gmail.com",
  "ana@Hotmail.com",
  "ana@mail.com",
  "ana@email.com",
  "ana@ymail.com",
  "ana@yahoo.com.br",
  "ana@yahoo.de",
  "ana@hotmail.it",
  "ana@outlook.com.ar",
  "ana@live.nl",
  "ana@me.com",
  "ana@gmx.net",
  "ana@hostal.example",
  "ana@unam.mx",
  "ana@mail.mx",
  "ana",
  "ana@",
  "@gmial.com",
  "a@b@gmial.com",
  "",
])("%j is left alone", (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});
