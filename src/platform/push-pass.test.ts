import { afterEach, expect, test } from "vitest";
import { openPush } from "#src/platform/push-pass.server.ts";
import { startPush } from "#tests/mocks/apple/start-push.ts";
import { ownCertificate } from "#tests/own-certificate.ts";

const TOPIC = "pass.test.ronda";
const pass = ownCertificate(`Pass Type ID: ${TOPIC}`);
const server = ownCertificate("localhost");
const apple = { passTypeId: TOPIC, teamId: "A1B2C3D4E5", signer: { ...pass, chain: [] } };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function started(tls?: { cert: string; key: string }) {
  const mock = await startPush({ topic: TOPIC, ...(tls ? { tls } : {}) });
  closing.push(() => mock.close());
  return mock;
}

test("a push is empty, for the pass type, over one connection with its certificate", async () => {
  const mock = await started({ cert: server.certificate, key: server.key });
  const push = openPush(apple, mock.url, server.certificate);
  closing.push(() => push.close());
  expect(await Promise.all(["aa01", "aa02"].map((device) => push.send(device)))).toEqual(["told", "told"]);
  expect(mock.pushes).toEqual(
    ["aa01", "aa02"].map((device) => ({ device, topic: TOPIC, body: "{}", certificate: `Pass Type ID: ${TOPIC}` })),
  );
  // a server that isn't who it says it is gets nothing
  const strict = openPush(apple, mock.url);
  closing.push(() => strict.close());
  await expect(strict.send("aa03")).rejects.toThrow();
  expect(mock.pushes).toHaveLength(2);
});

test.each([
  [410, "Unregistered", "gone"],
  [400, "BadDeviceToken", "gone"],
  [400, "DeviceTokenNotForTopic", "gone"],
  [400, "TopicDisallowed", "again"],
  [403, "BadCertificate", "again"],
  [429, "TooManyRequests", "again"],
  [503, "ServiceUnavailable", "again"],
])("%i %s: %s", async (status, reason, outcome) => {
  const mock = await started();
  mock.planned.set("aa01", { status, reason });
  const push = openPush(apple, mock.url);
  closing.push(() => push.close());
  expect(await push.send("aa01").catch(() => "again")).toBe(outcome);
});

test("a service that is away fails each push by itself, and is asked anew", async () => {
  const mock = await started();
  const push = openPush(apple, mock.url);
  closing.push(() => push.close());
  await push.send("aa01");
  await mock.close();
  await expect(push.send("aa02")).rejects.toThrow();
  await expect(push.send("aa03")).rejects.toThrow();
});
