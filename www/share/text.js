/** Every word that the share dialog says, beside `www/text.js`. */

export const words = { copy: "Copy", copied: "Copied", byHand: "Ctrl + C", title: "Matchday: a day of multiplayer matchmaking" };
