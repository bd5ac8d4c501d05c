/** A message of the compiler. `category`: 3 is an error. `start` and `end` are offsets in the text of the source. */
export interface Diagnostic {
  code: number;
  category: number;
  message: string;
  range: { start: number; end: number; source: { normalizedPath: string } } | null;
}

/** Runs the compiler with the arguments of its command line, on the files of these functions. */
export function main(
  args: string[],
  options: {
    stdout: { write(text: string | Uint8Array): void };
    stderr: { write(text: string | Uint8Array): void };
    readFile(name: string, folder: string): string | null;
    writeFile(name: string, content: string | Uint8Array, folder: string): void;
    listFiles(folder: string): string[];
    reportDiagnostic(diagnostic: Diagnostic): void;
  },
): Promise<{ error: Error | null }>;

/** The sources of the kit by their names. */
export const kit: Record<string, string>;
