/** Texts of the share dialog. */

export const words = { copy: "Copy", copied: "Copied", byHand: "Ctrl + C", title: "Matchday: a day of multiplayer matchmaking" };
