/** Questions to handles of the wasm modules: an object with the question's name as the one key, answered by one with the same key. */

/**
 * The names of questions.
 * @template All
 * @typedef {All extends unknown ? keyof All & string : never} NameIn
 */

/**
 * What stands under a name.
 * @template All
 * @template {string} Name
 * @typedef {All extends { [Key in Name]: infer Value } ? Value : never} Under
 */

/**
 * Questions and their answers by name.
 * @template Question
 * @template Answer
 * @typedef {{ [Name in NameIn<Question>]: { args: Under<Question, Name>, answer: Under<Answer, Name> } }} Asked
 */

/**
 * Asks a handle a question.
 * @template {{ ask(question: any): any }} Handle
 * @template {NameIn<Parameters<Handle["ask"]>[0]>} Name
 * @param {Handle} handle
 * @param {Name} name
 * @param {Under<Parameters<Handle["ask"]>[0], Name>} args
 * @returns {Under<ReturnType<Handle["ask"]>, Name>}
 */
export const ask = (handle, name, args) => handle.ask({ [name]: args })[name];
