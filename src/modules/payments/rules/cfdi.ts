// Codes of the tax authority's catalogues for CFDI 4.0 (c_RegimenFiscal, c_UsoCFDI): those that our guests may need.

export const TAX_REGIMES = [
  "601",
  "603",
  "605",
  "606",
  "607",
  "608",
  "610",
  "611",
  "612",
  "614",
  "615",
  "616",
  "620",
  "621",
  "622",
  "623",
  "624",
  "625",
  "626",
] as const;

/** What the invoice is for: general expenses, or without effect on taxes. */
export const CFDI_USES = ["G03", "S01"] as const;
