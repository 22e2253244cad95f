import { expect, test } from "vitest";
import { canGooglePay } from "#src/modules/booking/rules/google-pay.ts";

const of = (...brands: string[]) => ({ userAgentData: { brands: brands.map((brand) => ({ brand })) } });
const PaymentRequest = {};

test.each([
  ["Chrome", { PaymentRequest, navigator: of("Not=A?Brand", "Chromium", "Google Chrome") }, true],
  ["another browser on its engine", { PaymentRequest, navigator: of("Chromium", "Microsoft Edge") }, false],
  ["a page inside an app", { PaymentRequest, navigator: of("Chromium", "Android WebView") }, false],
  ["a browser that tells no brand", { PaymentRequest, navigator: {} }, false],
  ["Chrome without payments", { navigator: of("Google Chrome") }, false],
  ["no browser", {}, false],
])("%s has Google Pay: %s", (_, browser, has) => expect(canGooglePay(browser)).toBe(has));
