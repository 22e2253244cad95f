import type { Campaign } from "#src/modules/content/rules/campaigns.ts";

/** The colours of a campaign's book buttons: ground, the shade of its edge, and the words on it. */
export const ACCENTS: Readonly<Record<Campaign["accent"], { ground: string; edge: string; text: string }>> = {
  orange: { ground: "#ff7a1a", edge: "#a8480a", text: "#140c12" },
  red: { ground: "#d92b24", edge: "#7f120e", text: "#ffffff" },
  amber: { ground: "#ffb000", edge: "#a86a00", text: "#140c12" },
};

/** The variables that turn a primary button inside an element into a campaign's; none without a campaign. */
export const accentVariables = (campaign: Campaign | null): Record<`--${string}`, string> => {
  if (!campaign) return {};
  const { ground, edge, text } = ACCENTS[campaign.accent];
  return { "--c-brand": ground, "--c-brand-dark": edge, "--c-on-brand": text };
};
