/** Texts of the share dialog. */

export const words = {
  copy: "Copy",
  copied: "Copied",
  byHand: "Ctrl + C",
  title: "Matchday: a day of multiplayer matchmaking",
  leftOut: "Too long for a link, and not in it: {}.",
};
