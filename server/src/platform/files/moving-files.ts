import { type Files, missingFile } from './files.ts';

/** Files that move from one place to another while everybody works on. */
export interface MovingFiles extends Files {
  /** Moves what is still in the old place; gives how many files it moved and how many were damaged there and stay. */
  move(): Promise<{ readonly moved: number; readonly damaged: number }>;
}

/** Stores in the new place and reads in both, the new one first. */
export function movingFiles({ to, from }: { readonly to: Files; readonly from: Files }): MovingFiles {
  async function inEither<T>(look: (files: Files) => Promise<T | null>): Promise<T | null> {
    // It may be moved between the first two looks.
    return (await look(to)) ?? (await look(from)) ?? look(to);
  }
  async function* both(list: (files: Files) => AsyncIterable<string>): AsyncGenerator<string> {
    const seen = new Set<string>();
    for (const files of [to, from]) {
      for await (const sha256 of list(files)) {
        if (!seen.has(sha256)) yield sha256;
        seen.add(sha256);
      }
    }
  }
  return {
    put: (bytes) => to.put(bytes),
    putStream: (pieces) => to.putStream(pieces),
    get: (sha256) => inEither((files) => files.get(sha256)),
    stream: (sha256) => inEither((files) => files.stream(sha256)),
    async check(sha256) {
      const there = await inEither(async (files) => {
        const found = await files.check(sha256);
        return found.state === 'missing' ? null : found;
      });
      return there ?? missingFile;
    },
    async remove(sha256) {
      await from.remove(sha256);
      await to.remove(sha256);
    },
    list: () => both((files) => files.list()),
    listBefore: (moment) => both((files) => files.listBefore(moment)),
    async removeBefore(sha256, moment) {
      // The old place first: what was stored again is in the new one.
      const wasThere = await from.removeBefore(sha256, moment);
      return (await to.removeBefore(sha256, moment)) || wasThere;
    },
    async move() {
      let [moved, damaged] = [0, 0];
      for await (const sha256 of from.list()) {
        const found = await from.stream(sha256);
        if (!found) continue;
        if ((await to.putStream(found.stream)).sha256 === sha256) {
          await from.remove(sha256);
          moved += 1;
        } else damaged += 1;
      }
      return { moved, damaged };
    },
  };
}
