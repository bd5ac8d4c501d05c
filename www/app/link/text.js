/** Texts of notes about links. */

export const words = {
  inPart: "The link was read in part",
  otherDay: "This may not be the day that the link promises",
  engine: "It was made with version {} of the engine, this is {}.",
  dataset: "It was made with the data set {}, this page has {}.",
  digest: "It expects the digest {}; this run has {}.",
  ownFiles: "It was made with own files, which links do not contain.",
  sites: "Its datacenters were left out: {}.",
  layer: "Its map of {} was left out: there is no such datacenter.",
  starved: "The day was stopped: it is incomplete",
  stoppedAt: "What is shown ends at {}.",
  beforeDay: "It was stopped before the shown day began.",
  longTitle: "This is a long run",
  long: "It would take about {} here, so it waits for you.",
  start: "Simulate it",
  thin: "A part of the players, about {}",
  thinned: "With a part of the players, the numbers of players online are to scale; waits and round trips are not.",
  builtIn: "Use the built-in world for this visit",
};
