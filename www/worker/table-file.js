/** Files with rows, in pieces. */

/**
 * The bytes of a file; of a gzipped file, unpacked.
 * @param {Blob} file
 * @param {(bytes: number) => void} onRead how many bytes of the file itself were read
 */
export async function readBytes(file, onRead) {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const count = new TransformStream({
    transform(/** @type {Uint8Array} */ piece, controller) {
      onRead(piece.length);
      controller.enqueue(piece);
    },
  });
  const bytes = file.stream().pipeThrough(count);
  const unpacked = a === 0x1f && b === 0x8b ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return unpacked.getReader();
}

/** @param {Blob} file */
export async function isParquet(file) {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer())) === "PAR1";
}

/**
 * The bytes of a text, with the share of the file that has been read.
 * @param {Blob} file
 * @returns {AsyncGenerator<{ bytes: Uint8Array, share: number }>}
 */
export async function* readText(file) {
  let read = 0;
  const reader = await readBytes(file, (bytes) => (read += bytes));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield { bytes: next.value, share: read / file.size };
  } finally {
    reader.cancel().catch(() => {});
  }
}
