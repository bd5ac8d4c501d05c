/** The page's side of the compiler of rules. */

import { Bridge } from "./bridge.js";

/** @import { CompilerQuestions } from "./types" */

/**
 * Compiles AssemblyScript: `ask("compile", { source })` answers with the module, or with the errors in the source. The first
 * question starts the worker and loads the compiler; `close()` frees its memory.
 * @extends {Bridge<CompilerQuestions>}
 */
export class CompilerBridge extends Bridge {
  constructor() {
    super({ files: [] }, { script: new URL("./compiler.js", import.meta.url) });
  }
}
