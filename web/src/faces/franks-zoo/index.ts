// Frank's Zoo: its face, its rail, and what the header and the results say of it.
export { default, Rail, facts, score, seated } from "./FranksZoo.svelte";
export { parts } from "./parts.ts";
