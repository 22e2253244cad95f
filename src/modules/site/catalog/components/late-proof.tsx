import { later } from "#src/ui/later.tsx";

/** Why a night can be trusted, on pages that have much to do: it is only read, so its code comes with the first touch. */
export const LateProof = later(
  "proof",
  async () => (await import("#src/modules/site/catalog/components/proof.tsx")).Proof,
  "touched",
);
