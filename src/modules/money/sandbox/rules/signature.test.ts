import fc from "fast-check";
import { expect, test } from "vitest";
import { claimOf, isProven, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const BODY = '{"id":"sbe_1"}';
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

async function believed(header: string | null, body = BODY, secrets = ["current", "previous"]): Promise<boolean> {
  const claim = claimOf(header, body, NOW);
  return claim !== null && isProven(claim, body, secrets);
}

test("the header holds HMAC-SHA256 of time and body, as another program computed it", async () => {
  // printf '1795197600.{"id":"sbe_1"}' | openssl dgst -sha256 -hmac current
  const proof = "927dd9965cbcfbcbe06f95649b6f8679cf2c23a20b5b081faf175f099eccec5b";
  expect(await signatureFor("current", BODY, new Date(1_795_197_600_000))).toBe(`t=1795197600,v1=${proof}`);
});

test.each([
  ["signed now", "current", 0, true],
  ["signed with the previous secret", "previous", 0, true],
  ["signed with another secret", "forged", 0, false],
  ["signed with a blank secret", " ", 0, false],
  ["replayed after 300 s", "current", -300, true],
  ["replayed after 301 s", "current", -301, false],
  ["300 s ahead", "current", 300, true],
  ["301 s ahead", "current", 301, false],
])("%s (%s, %i s): %s", async (_, secret, seconds, answer) => {
  expect(await believed(await signatureFor(secret, BODY, at(seconds)))).toBe(answer);
});

const good = await signatureFor("current", BODY, NOW);
const proof = good.split("v1=")[1]!;
test.each([
  ["no header", null],
  ["an empty header", ""],
  ["no proof", good.split(",")[0]!],
  ["an empty proof", good.replace(proof, "")],
  ["half a proof", good.slice(0, -32)],
  ["a proof that is not hex", good.replace(proof, "z".repeat(64))],
  ["a time moved by a second", good.replace(/t=(\d+)/, (_, t: string) => `t=${Number(t) + 1}`)],
  ["a time that is no number", good.replace(/t=\d+/, "t=now")],
  ["a negative time", good.replace("t=", "t=-")],
  ["two headers joined", `${good}, ${good}`],
  ["a line break behind it", `${good}\n`],
])("%s is refused", async (_, header) => {
  expect(await believed(header)).toBe(false);
});

test("the largest body is 64 KB, in bytes", async () => {
  for (const [body, answer] of [
    ["x".repeat(65_536), true],
    ["x".repeat(65_537), false],
    ["ñ".repeat(32_769), false],
  ] as const)
    expect(await believed(await signatureFor("current", body, NOW), body)).toBe(answer);
});

test("no other body has the same proof", () =>
  fc.assert(
    fc.asyncProperty(fc.string(), async (body) => {
      expect(await believed(good, body)).toBe(body === BODY);
    }),
  ));

test("without secrets nothing is believed", async () => {
  expect(await believed(good, BODY, [])).toBe(false);
});
