import { expect, test } from "vitest";
import { printable } from "#src/modules/night/rules/printable.ts";

test.each([
  ["Sofía Núñez", "Sofía Núñez"],
  ["Łukasz Dvořák", "Łukasz Dvořák"],
  ["Ana 🎉👩🏽‍🚀 Ruiz", "Ana Ruiz"],
  ["Birthday 🎂, two vegans", "Birthday, two vegans"],
  ["🇲🇽", ""],
  ["Дмитрий Ош", "Dmitriy Osh"],
  ["محمد علي", "mhmd ’ly"],
  ["\u202eשלום\u202c", "slvm"],
  ["王小明 (VIP)", "WangXiaoMing (VIP)"],
  ["Zoe\u0308 \u0000\n\tBell", "Zoë Bell"],
])("%s is printed %s", (text, printed) => expect(printable(text)).toBe(printed));
