import type { Services } from '#server/platform/context.ts';

/** The bytes of a stored file that has to be there. */
export async function readStored({ files }: Pick<Services, 'files'>, sha256: string): Promise<Uint8Array> {
  const bytes = await files.get(sha256);
  if (bytes === null) throw new Error(`the file ${sha256} is missing`);
  return bytes;
}
