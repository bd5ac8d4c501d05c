/**
 * WASI preview 1 for plug-ins, without a world outside: the clock is the simulated one, random bytes follow from the key of
 * the call, what is printed is dropped, and there are no files, arguments or variables.
 */

const [SUCCESS, BAD_FILE, INVALID, NOT_SUPPORTED] = [0, 8, 28, 58];
const CHARACTER_DEVICE = 2;
const STANDARD_FILES = 3;
const SECOND_NS = 1_000_000_000n;
const EVENT_BYTES = 32;
const SUBSCRIPTION_BYTES = 48;

/** The functions that only say that there is nothing. */
const REFUSED =
  "fd_advise fd_allocate fd_datasync fd_fdstat_set_flags fd_fdstat_set_rights fd_filestat_get fd_filestat_set_size " +
  "fd_filestat_set_times fd_pread fd_prestat_dir_name fd_prestat_get fd_pwrite fd_readdir fd_renumber fd_seek fd_sync " +
  "fd_tell path_create_directory path_filestat_get path_filestat_set_times path_link path_open path_readlink path_remove_directory path_rename path_symlink path_unlink_file " +
  "proc_raise sock_accept sock_recv sock_send sock_shutdown";

/** The moment of a call. @typedef {{ now_s: number, key: bigint }} Moment */

/**
 * The functions of `wasi_snapshot_preview1`.
 * @param {() => WebAssembly.Memory} memoryOf the memory of the plug-in
 * @returns {{ functions: Record<string, (...args: any[]) => number>, begin: (moment: Moment) => void }} `begin` sets the moment of the next call
 */
export function wasi(memoryOf) {
  let now_ns = 0n;
  let draw = splitMix(0n);
  const view = () => new DataView(memoryOf().buffer);
  const empty = (/** @type {number} */ count, /** @type {number} */ bytes) => {
    view().setUint32(count, 0, true);
    view().setUint32(bytes, 0, true);
    return SUCCESS;
  };
  const setTime = (/** @type {number} */ at, /** @type {bigint} */ time_ns) => {
    view().setBigUint64(at, time_ns, true);
    return SUCCESS;
  };
  const isStandard = (/** @type {number} */ file) => file >= 0 && file < STANDARD_FILES;

  /** @type {Record<string, (...args: any[]) => number>} */
  const functions = {
    args_get: () => SUCCESS,
    args_sizes_get: empty,
    environ_get: () => SUCCESS,
    environ_sizes_get: empty,
    clock_time_get: (_id, _precision, at) => setTime(at, now_ns),
    clock_res_get: (_id, at) => setTime(at, SECOND_NS),
    fd_close: (file) => (isStandard(file) ? SUCCESS : BAD_FILE),
    fd_fdstat_get: (file, at) => {
      if (!isStandard(file)) return BAD_FILE;
      new Uint8Array(memoryOf().buffer, at, 24).fill(0)[0] = CHARACTER_DEVICE;
      return SUCCESS;
    },
    fd_read: (file, _buffers, _count, read) => {
      if (file !== 0) return BAD_FILE;
      view().setUint32(read, 0, true);
      return SUCCESS;
    },
    fd_write: (file, buffers, count, written) => {
      if (!isStandard(file)) return BAD_FILE;
      let bytes = 0;
      for (let i = 0; i < count >>> 0; i++) bytes += view().getUint32(buffers + 8 * i + 4, true);
      view().setUint32(written, bytes, true);
      return SUCCESS;
    },
    // Nothing is waited for: simulated time stands still during a call.
    poll_oneoff: (subscriptions, events, count, ready) => {
      if (count === 0) return INVALID;
      for (let i = 0; i < count >>> 0; i++) {
        const event = events + EVENT_BYTES * i;
        new Uint8Array(memoryOf().buffer, event, EVENT_BYTES).fill(0);
        view().setBigUint64(event, view().getBigUint64(subscriptions + SUBSCRIPTION_BYTES * i, true), true);
        view().setUint8(event + 10, view().getUint8(subscriptions + SUBSCRIPTION_BYTES * i + 8));
      }
      view().setUint32(ready, count, true);
      return SUCCESS;
    },
    proc_exit: (code) => {
      throw new Error(`it ended itself with the code ${code}`);
    },
    random_get: (at, length) => {
      const bytes = new Uint8Array(memoryOf().buffer, at, length);
      for (let i = 0, word = 0n; i < length; i++, word >>= 8n) {
        if (i % 8 === 0) word = draw();
        bytes[i] = Number(word & 0xffn);
      }
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    ...Object.fromEntries(REFUSED.split(" ").map((name) => [name, () => (name.startsWith("fd_") ? BAD_FILE : NOT_SUPPORTED)])),
  };
  const begin = (/** @type {Moment} */ { now_s, key }) => {
    now_ns = BigInt(now_s) * SECOND_NS;
    draw = splitMix(key);
  };
  return { functions, begin };
}

/** SplitMix64: random bytes are its words, little-endian, from the key on. @param {bigint} key */
function splitMix(key) {
  const u64 = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
  let state = key;
  return () => {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}
