import type { Campaign } from "#src/modules/content/rules/campaigns.ts";

/** The colours of a campaign's book buttons: ground, the shade of its edge, and the words on it. */
export const ACCENTS: Readonly<Record<Campaign["accent"], { ground: string; edge: string; text: string }>> = {
  orange: { ground: "#ff7a1a", edge: "#d4600c", text: "#140c12" },
  red: { ground: "#d3211f", edge: "#8c1211", text: "#ffffff" },
  amber: { ground: "#ffb000", edge: "#c98500", text: "#140c12" },
};

/** The variables that turn a primary button inside an element into a campaign's; none without a campaign. */
export const accentVariables = (campaign: Campaign | null): Record<`--${string}`, string> => {
  if (!campaign) return {};
  const { ground, edge, text } = ACCENTS[campaign.accent];
  return { "--c-brand": ground, "--c-brand-dark": edge, "--c-on-brand": text };
};
