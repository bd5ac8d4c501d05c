/** Stores the reader's own data in this browser. */

/** @import { Own } from "../../../core/types" */

/** Tells the page that there is something to look for. */
const MARK = "matchday-own";
const DATABASE = "matchday";
const STORE = "own";
/** The store holds one thing. */
const KEY = 1;

/** @returns {Promise<Own | undefined>} */
export const readOwn = () => transact("readonly", (store) => store.get(KEY));

/** Stores the data. Rejects if the browser stores nothing, or has no room. @param {Own} own */
export async function storeOwn(own) {
  await transact("readwrite", (store) => store.put(own, KEY));
  localStorage.setItem(MARK, "1");
}

export async function forgetOwn() {
  try {
    localStorage.removeItem(MARK);
    await transact("readwrite", (store) => store.delete(KEY));
  } catch {
    // Nothing is stored, so there is nothing to delete.
  }
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
async function transact(mode, act) {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      // Only the end of the transaction counts: a full disk aborts it after successful writes.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
