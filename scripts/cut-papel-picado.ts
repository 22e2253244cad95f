/* Writes the two files cut from src/ui/papel-picado-geometry.ts (npm run papel-picado); a test fails when they are stale. */
import { writeFile } from "node:fs/promises";
import { cutEdgeSvg, flagSprite } from "../src/ui/papel-picado-geometry.ts";

await writeFile("src/ui/papel-picado.svg", flagSprite());
await writeFile("src/ui/cut-edge.svg", cutEdgeSvg());
