import digit from "./missing-flags.svg?url&no-inline";
import sprite from "./papel-picado.svg?url&no-inline";

type Place = {
  x: number;
  y: number;
  turn: number;
  scale: number;
  colour: string;
  motif: "four" | "agave" | "calavera" | "catedral";
};

/** A string of flags with 404 cut into them; the last digit has come loose. Decoration, on a background of --n-sky-2. */
export function MissingFlags() {
  return (
    <>
      <svg viewBox="0 0 1280 470" aria-hidden className="block h-auto max-h-108 w-full max-md:hidden">
        <Rope d="M-20 40Q300 150 640 110T1300 60" width={3} />
        <CutFlag x={112} y={73} turn={11} scale={1.3} colour="var(--c-brand-light)" motif="agave" />
        <CutFlag x={1168} y={70} turn={-6} scale={1.3} colour="#2fb0a6" motif="catedral" />
        <CutFlag x={364} y={113} turn={6} scale={2.35} colour="var(--c-brand)" motif="four" />
        <CutFlag x={640} y={108} turn={-4} scale={2.35} colour="var(--c-marigold)" motif="calavera" />
        <Rope d="M826 92q6 90 60 110" width={3} />
        <CutFlag x={930} y={222} turn={24} scale={1.95} colour="var(--c-paper)" motif="four" />
      </svg>
      <svg viewBox="0 0 390 300" aria-hidden className="block h-auto w-full md:hidden">
        <Rope d="M-10 30Q120 84 250 60T400 20" width={2} />
        <CutFlag x={82} y={56} turn={8} scale={1.16} colour="var(--c-brand)" motif="four" />
        <CutFlag x={202} y={66} turn={-2} scale={1.2} colour="var(--c-marigold)" motif="calavera" />
        <Rope d="M272 56q4 40 24 52" width={2} />
        <CutFlag x={318} y={120} turn={22} scale={1.1} colour="var(--c-paper)" motif="four" />
      </svg>
    </>
  );
}

const Rope = ({ d, width }: { d: string; width: number }) => (
  <path d={d} fill="none" stroke="var(--c-paper)" strokeWidth={width} />
);

function CutFlag({ x, y, turn, scale, colour, motif }: Place) {
  return (
    <use
      href={`${motif === "four" ? digit : sprite}#${motif}`}
      x="-50"
      y="-1"
      width="100"
      height="120"
      fill={colour}
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}
    />
  );
}
