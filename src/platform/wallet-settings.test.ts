import { expect, test } from "vitest";
import { BadSetting, readSettings } from "#src/platform/env.server.ts";
import { ownCertificate } from "#tests/own-certificate.ts";

const pass = ownCertificate("Pass");
const apple = {
  APPLE_PASS_TYPE_ID: "pass.test.ronda",
  APPLE_TEAM_ID: "A1B2C3D4E5",
  APPLE_PASS_CERT: pass.certificate,
  APPLE_PASS_KEY: pass.key,
  APPLE_WWDR_CERT: ownCertificate("Authority").certificate,
};
const GOOGLE_WALLET_ISSUER_ID = "3388000000012345678";

test.each([
  [{ ...apple, APPLE_PASS_KEY: "" }, "Setting APPLE_PASS_KEY: is missing beside the others that begin with APPLE_"],
  [{ ...apple, APPLE_PASS_TYPE_ID: "test.ronda" }, "Setting APPLE_PASS_TYPE_ID: must begin with pass."],
  [{ ...apple, APPLE_PASS_CERT: "/nowhere.pem" }, "Setting APPLE_PASS_CERT: must be a PEM or JSON file's path"],
  [{ ...apple, APPLE_PASS_KEY: ownCertificate("Other").key }, "Setting APPLE_PASS_KEY: isn't the key of"],
  [{ GOOGLE_WALLET_ISSUER_ID }, "Setting GOOGLE_WALLET_KEY: is missing"],
  [{ GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY: "{}" }, "Setting GOOGLE_WALLET_KEY: must be a service account's JSON"],
])("wallets set wrongly stop the start: case %#", (environment, line) => {
  expect(() => readSettings(environment)).toThrow(BadSetting);
  expect(() => readSettings(environment)).toThrow(line);
});

test("no wallet is a wallet that is hidden; a key may be written as text, in base64 or as a file", () => {
  expect(readSettings({}).wallets).toEqual({ apple: null, google: null });
  const { signer } = readSettings(apple).wallets.apple!;
  const coded = { ...apple, APPLE_PASS_KEY: Buffer.from(pass.key).toString("base64") };
  expect(readSettings(coded).wallets.apple?.signer).toEqual(signer);
  const account = { client_email: "wallet@ronda.test", private_key: pass.key };
  const google = readSettings({ GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY: JSON.stringify(account) }).wallets.google;
  expect(google).toMatchObject({ issuerId: GOOGLE_WALLET_ISSUER_ID, email: "wallet@ronda.test" });
});
