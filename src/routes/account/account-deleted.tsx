import { later } from "#src/ui/later.tsx";

/** Where who deleted their account is told so: it knows nothing of them any more. */
export default later(
  "page-account-deleted",
  async () => (await import("#src/routes/account/components/account-deleted.tsx")).default,
  "touched",
);
