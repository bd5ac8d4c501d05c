/** @import { Scenario } from "./types" */

/** Another engine or data set gives other days. @param {Scenario} one @param {Scenario} other */
export const sameScenario = (one, other) => one.link === other.link && one.engine === other.engine && one.dataset === other.dataset;
