/** The page's side of the compiler of rules. */

import { Bridge } from "../../worker/bridge.js";

/** @import { CompilerQuestions } from "../../worker/types" */

/**
 * Compiles AssemblyScript: `ask("compile", { source })` answers with the module, or with the errors in the source. The first
 * question starts the worker and loads the compiler; `close()` frees its memory.
 * @extends {Bridge<CompilerQuestions>}
 */
export class Compiler extends Bridge {
  constructor() {
    super({ files: [] }, { script: new URL("../../worker/compiler.js", import.meta.url) });
  }
}
