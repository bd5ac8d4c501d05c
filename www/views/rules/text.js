/** Texts of the view of rules; `{}` is a gap for a value. */

export const words = {
  title: "Pages of the rules",
  pages: { article: "Article", code: "Your code", ruleset: "Rule set (FlexMatch)" },
  strip: "Figures of the rules",
  /** @type {Record<string, string>} */
  figureTitles: {
    wait: "Wait, mean",
    wait95: "Wait, 95th percentile",
    rtt: "Round trip, mean",
    within50: "Within 50 ms",
    failed: "Failed searches",
    candidates: "Candidates per match",
  },
  against: "{} against A",
  same: "same as A",
  ofMatched: "of matched players",
  ofSearches: "of searches",
  evaluated: "evaluated, mean",
  noRules: "no rules",

  numbers: { title: "Numbers of this rule set", none: "No numbers to move." },
  run: "Run the day",
  running: "Simulating",
  takes: "About {}.",
  fix: "Fix line {} to run.",
  shown: "This day is on screen.",
  changed: "Changed; default marked",
  initial: "Default {}",
  number: {
    exact: "{}, exact value",
    reset: "Reset {} to {}",
    players: "players",
    /** A step of an expansion. */
    expansion: "Expansion {}, step {}",
  },

  article: {
    title: "The matchmaker of the article",
    is: "It forms these matches now.",
    isNot: "Other rules form the matches now.",
    how: [
      "A search begins at the datacenters within the ideal round trip. Without a match it goes on to those within the expanded one, and ends as a warm body, who fills matches anywhere.",
      "Its parameters are in the view Matchmaking. Here you put other rules in its place: a rule set of FlexMatch, or your own code.",
    ],
    run: "Run the day of the article",
    open: "Open Matchmaking",
  },

  ruleSet: {
    file: "rules.json",
    version: "language version 1.0",
    editor: "Rule set",
    open: "Open a file",
    save: "Save the JSON",
    link: "The link contains the rule set, {} KB.",
    errors: "{} {error|errors}",
    attributes: "Attributes of players",
    attributesHelp: "A name and a distribution each, such as skill:normal(1500,300);mode:tdm*3|ctf;maps:some(town|woods*0.2).",
    regions: "AWS regions and datacenters",
    regionsHelp:
      "Datacenters that stand for the regions of your queues. Without a table a match may be played at every datacenter of the day.",
    regionHeads: ["Region", "Datacenter"],
    regionsUse: "Limit matches to this table",
    regionsAll: "Allow every datacenter",
    config: "Matchmaking configuration",
    configHelp: "The MatchmakingConfiguration of the rule set as JSON: its time-outs.",
    apply: "Apply",
    at: "Line {}, column {}",
    severities: { note: "Note", warning: "Warning", error: "Error" },
    findings: "Findings about the rule set",
  },

  results: {
    stale: "Of a day with other rules.",
    none: "Run the day to see what these rules do.",
    refused: "Candidates refused",
    refusedSub: "share by rule; alone: no other rule refused",
    refusedHeads: ["Rule", "Refused", "Alone"],
    never: "never",
    of: "{} %, {} % alone",
    groups: "Who waits, and who finds a match",
    groupHeads: ["Players", "Searches", "Matched", "Wait, mean", "95th percentile"],
    by: { regions: "by region of the nearest datacenter", parties: "by size of the party", skills: "by skill" },
    party: "{} {player|players}",
    skillGap: "Skill gap in a match, mean {}.",
  },

  findings: {
    label: "Findings about the rules",
    worst: "{} refuses most candidates: {} %, and {} % alone.",
    idle: "{} never refuses a candidate.",
    region: "{} finds a match least often: {} % of its searches, all others {} %.",
  },
};
