/**
 * Questions between tabs: the tab that has the store answers those of the others.
 *
 * Only reading is ever asked this way, so a question may be asked twice: of a tab that was closed, and of the one that has
 * the store after it.
 */

import { MatchdayError } from "../../../core/errors.js";

/** @import { FromReader, Scenario, ToReader } from "./types" */
/** @import { WorkerAnswers } from "../../../worker/store-types" */

/** Another version of the page may have the same store open: raise this when messages change. */
const CHANNEL = "matchday-store-2";
/** Longest time until the tab that has the store confirms a question. */
const HEARD_MS = 15_000;

/**
 * @typedef {object} Question
 * @property {keyof WorkerAnswers} name
 * @property {any} args
 * @property {Scenario | null} scenario
 * @property {(value: any) => void} resolve
 * @property {(error: MatchdayError) => void} reject
 * @property {number} timer
 */

/** @typedef {(name: any, args: any) => Promise<any>} Ask */

export class Relay {
  constructor() {
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => this.receiveMessage(data);
    this.id = crypto.randomUUID();
    this.lastId = 0;
    /** Questions of this tab without an answer. @type {Map<number, Question>} */
    this.open = new Map();
    /** Answers questions, if this tab has the store. @type {Ask | null} */
    this.answering = null;
    /** Whether the season of a scenario is open here. @type {(scenario: Scenario | null) => boolean} */
    this.hasOpen = () => false;
  }

  /**
   * @template {keyof WorkerAnswers} Name
   * @param {Name} name
   * @param {WorkerAnswers[Name]["args"]} args
   * @param {Scenario | null} scenario whose season it is about, if it is about one: refused while another is open
   * @returns {Promise<WorkerAnswers[Name]["answer"]>}
   */
  ask(name, args, scenario) {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.open.set(id, { name, args, scenario, resolve, reject, timer: 0 });
      this.send(id);
    });
  }

  /** Called when this tab has the store. @param {Ask} ask @param {(scenario: Scenario | null) => boolean} hasOpen */
  answerFrom(ask, hasOpen) {
    this.answering = ask;
    this.hasOpen = hasOpen;
    this.post({ type: "opened" });
    this.answerOpen(ask);
  }

  /** Answers the open questions of this tab itself. @param {Ask} ask */
  answerOpen(ask) {
    for (const [id, { name, args, resolve, reject }] of this.open) {
      this.take(id);
      ask(name, args).then(resolve, reject);
    }
  }

  /** @param {number} id */
  send(id) {
    const question = this.open.get(id);
    if (!question) return;
    clearTimeout(question.timer);
    question.timer = window.setTimeout(() => {
      this.take(id)?.reject(new MatchdayError("STORE_AWAY", "the tab that has the store does not answer"));
    }, HEARD_MS);
    this.post({ type: "ask", from: this.id, id, name: question.name, args: question.args, scenario: question.scenario });
  }

  /** A question that is being answered: no longer open. @param {number} id */
  take(id) {
    const question = this.open.get(id);
    clearTimeout(question?.timer);
    this.open.delete(id);
    return question;
  }

  /** @param {FromReader | ToReader} message */
  receiveMessage(message) {
    if (message.type === "ask") {
      if (this.answering) this.answer(message, this.answering);
    } else if (message.type === "opened") {
      for (const id of this.open.keys()) this.send(id);
    } else if (message.to !== this.id) {
      return;
    } else if (message.type === "heard") {
      clearTimeout(this.open.get(message.id)?.timer);
    } else if (message.type === "answer") {
      this.take(message.id)?.resolve(message.value);
    } else {
      this.take(message.id)?.reject(new MatchdayError(message.code, message.message));
    }
  }

  /** @param {FromReader} question @param {Ask} ask */
  async answer({ from: to, id, name, args, scenario }, ask) {
    this.post({ type: "heard", to, id });
    const check = () => {
      if (!this.hasOpen(scenario)) throw new MatchdayError("STORE_READONLY", "another tab has another season open");
    };
    try {
      check();
      const value = await ask(name, args);
      // Another season may have been opened meanwhile, and be the one that this is of.
      check();
      this.post({ type: "answer", to, id, value });
    } catch (thrown) {
      const { code, message } = MatchdayError.from(thrown);
      this.post({ type: "failed", to, id, code, message });
    }
  }

  /** @param {FromReader | ToReader} message */
  post(message) {
    this.channel.postMessage(message);
  }
}
