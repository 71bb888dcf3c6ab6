import { Zip, ZipPassThrough } from 'fflate';

/** A file that goes into a ZIP. */
interface FileToZip {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes a ZIP piece by piece, one file in memory at a time. Nothing is compressed: what is sent as files mostly is
 * already.
 *
 * @example
 * reply.send(Readable.from(zipPieces(files, ctx.now()), { objectMode: false }));
 */
export async function* zipPieces(files: AsyncIterable<FileToZip>, at: Date): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for await (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = at;
    zip.add(file);
    file.push(bytes, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces;
}
