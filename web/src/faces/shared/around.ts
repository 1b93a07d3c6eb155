// Around: people in the order in which they sit.

/** Clockwise from the viewer, who comes first; from the first seat for those who only watch. */
export function around<Seated extends { seat: number }>(seats: readonly Seated[], you: number | null): Seated[] {
  const turn = ({ seat }: Seated): number => (seat - (you ?? 0) + seats.length) % seats.length;
  return seats.toSorted((a, b) => turn(a) - turn(b));
}
