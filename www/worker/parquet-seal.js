/** The checksum of all bytes of a Parquet file that Matchday wrote; `crate/cli/src/parquet_file.rs` has its format. */

/** Bytes that are read at once. */
const PIECE = 1 << 22;
/** The length of the footer and the magic bytes after it; the letters `MDCS` and the CRC-32 before it. */
const [END_BYTES, SEAL_BYTES, MAGIC] = [8, 8, 0x4d444353];

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/**
 * Throws if a file has a checksum, and other bytes. Files of other programs have none.
 * @param {Blob} file
 */
export async function checkSeal(file) {
  const end = await view(file, file.size - END_BYTES, file.size);
  if (!end) return;
  const at = file.size - END_BYTES - end.getUint32(0, true) - SEAL_BYTES;
  const seal = await view(file, at, at + SEAL_BYTES);
  if (seal?.getUint32(0) !== MAGIC) return;
  const crc = await crcOf(file.slice(at + SEAL_BYTES), await crcOf(file.slice(0, at), 0));
  if (crc !== seal.getUint32(4, true)) throw new Error("it is damaged: its bytes do not have its checksum");
}

/** Bytes of a file, if it has them. @param {Blob} file @param {number} from @param {number} to */
async function view(file, from, to) {
  return from < 0 ? undefined : new DataView(await file.slice(from, to).arrayBuffer());
}

/** The CRC-32 of bytes after others. @param {Blob} part @param {number} before */
async function crcOf(part, before) {
  let crc = ~before;
  for (let from = 0; from < part.size; from += PIECE) {
    for (const byte of new Uint8Array(await part.slice(from, from + PIECE).arrayBuffer())) {
      crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
    }
  }
  return ~crc >>> 0;
}
