import { expect, test } from "vitest";
import { hasDevicePay } from "#src/kernel/device-pay.ts";

const of = (...brands: string[]) => ({ userAgentData: { brands: brands.map((brand) => ({ brand })) } });
const PaymentRequest = {};

test.each([
  ["Chrome", { PaymentRequest, navigator: of("Not=A?Brand", "Chromium", "Google Chrome") }, true],
  ["another browser on its engine", { PaymentRequest, navigator: of("Chromium", "Microsoft Edge") }, false],
  ["a page inside an app", { PaymentRequest, navigator: of("Chromium", "Android WebView") }, false],
  ["a browser that tells no brand", { PaymentRequest, navigator: {} }, false],
  ["Chrome without payments", { navigator: of("Google Chrome") }, false],
  ["no browser", {}, false],
])("%s has Google Pay: %s", (_, browser, has) => expect(hasDevicePay("google_pay", browser)).toBe(has));

const applePay = (canMakePayments: () => boolean) => ({ ApplePaySession: { canMakePayments } });
const insecure = () => {
  throw new Error("InvalidAccessError");
};

test.each([
  ["Safari with a card", applePay(() => true), true],
  ["Safari without one", applePay(() => false), false],
  ["Safari without HTTPS", applePay(insecure), false],
  ["another browser", {}, false],
])("%s has Apple Pay: %s", (_, browser, has) => expect(hasDevicePay("apple_pay", browser)).toBe(has));
