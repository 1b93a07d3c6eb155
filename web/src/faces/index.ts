// Faces by game; each is loaded when its table is opened.
import type { FaceModule } from "./contract.ts";

const FACES: Record<string, () => Promise<unknown>> = {
  zooloretto: () => import("./zooloretto/index.ts"),
};

/** The face of a game, or the plain one that plays any game. */
export async function face(game: string): Promise<FaceModule> {
  const load = FACES[game] ?? (() => import("./plain/Plain.svelte"));
  return (await load()) as FaceModule;
}
