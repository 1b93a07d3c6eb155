// Invites: the invitation codes that this browser was told, so that the table can show them again.
import { remembered } from "./remembered.ts";

const codes = remembered<string>("paddock.invites");

export const keepInvite = codes.keep;
export const inviteOf = codes.of;
export const forgetInvites = codes.forget;
