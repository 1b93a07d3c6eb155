// Deal: which cards go from whom to whom, in the exchange and when a junior asks for help.
import type { FranksZooView, Goal } from "../../types/franks-zoo.ts";
import type { Message } from "../../types/wire.ts";
import type { SeatFace } from "../contract.ts";
import { several, single } from "./kinds.ts";
import type { Option } from "./options.ts";
import type { Words } from "./words.ts";

export interface Deal {
  title: string;
  note: string;
  joint: string; // between the groups
  groups: { caption: string; cards: string[]; free: number }[];
}

interface Situation {
  view: FranksZooView;
  seats: readonly SeatFace[];
  asking: boolean;
  chosen: Option | null; // a set or an offer
  picked: string[]; // cards of the hand that were picked to be given
  received: string[]; // cards that the partner has given
  word: Words;
  say: (message: Message) => string;
}

/** What to lay out, or nothing. */
export function dealt({ view, seats, asking, chosen, picked, received, word, say }: Situation): Deal | null {
  const me = view.viewer === null ? undefined : view.seats[view.viewer];
  const goals = (sets: readonly Goal[]): string => sets.map(({ face, size }) => several(face, size, say)).join(` ${word.or} `);
  const name = (seat: number | null | undefined): string => seats[seat ?? -1]?.name ?? "";
  if (view.question) {
    const { asker, cards, toward } = view.question;
    const own = view.question.senior === view.viewer;
    const adds = chosen ? single(chosen.adds) : [];
    const groups = [{ caption: name(asker), cards: single(cards), free: 0 }];
    if (own) groups.push({ caption: word.yours, cards: adds, free: adds.length ? 0 : 1 });
    const against = view.trick.ranking ? word.against(several(view.trick.ranking.face, view.trick.ranking.size, say)) : "";
    return { title: `${word.offersCards(name(asker))} ${against}`, note: word.needs(goals(toward)), joint: "+", groups };
  }
  if (asking) {
    const senior = name(me?.partner);
    const offer = chosen ? single(chosen.adds) : [];
    const note = chosen ? word.needs(goals(chosen.toward)) : word.askNote(senior);
    return { title: word.askTitle(senior), note, joint: "", groups: [{ caption: "", cards: offer, free: offer.length ? 0 : 1 }] };
  }
  const gives = (view.phase === "junior" && me?.role === "junior") || (view.phase === "senior" && me?.role === "senior");
  const aside = view.phase === "solo" && me?.role === "solo";
  if (!me || (!gives && !aside)) return null;
  const sealed = view.given.length > 0;
  const shown = sealed ? single(view.given) : picked;
  const title = aside ? word.aside : word.giveTo(name(me.partner));
  const note = sealed ? word.given : aside ? word.asideNote : word.giveNote;
  const groups = [{ caption: received.length ? word.back : "", cards: shown, free: Math.max(0, 2 - shown.length) }];
  if (received.length) groups.unshift({ caption: word.gotFrom(name(me.partner)), cards: received, free: 0 });
  return { title, note, joint: "⇄", groups };
}
