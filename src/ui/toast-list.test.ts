import { expect, test } from "vitest";
import { type ListedToast, listWith } from "#src/ui/toast-list.ts";

const failed = (title: string, list: ListedToast["list"] = "single"): ListedToast => ({ title, tone: "bad", list });
const done = (title: string, list: ListedToast["list"] = "stack"): ListedToast => ({ title, tone: "good", list });
const after = (...toasts: ListedToast[]) => toasts.reduce(listWith, [] as ListedToast[]).map(({ title }) => title);

test.each([
  ["a success ends an older failure", [failed("not saved"), done("saved")], ["saved"]],
  ["a failure leaves an older success", [done("saved"), failed("not sent")], ["saved", "not sent"]],
  ["one failure replaces the other", [failed("first"), failed("second")], ["second"]],
  ["three small successes stand together", [done("1"), done("2"), done("3"), done("4")], ["2", "3", "4"]],
  ["what stays is given up last", [{ ...done("1"), stays: true }, done("2"), done("3"), done("4")], ["1", "3", "4"]],
])("%s", (_, toasts, titles) => {
  expect(after(...toasts)).toEqual(titles);
});
