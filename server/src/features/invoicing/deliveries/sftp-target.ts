import { unseal } from '#server/platform/auth/seal.ts';
import type { Services } from '#server/platform/context.ts';
import { type SftpConnection, SftpError, type SftpServer } from '#server/platform/sftp/sftp.ts';
import type { ExportedFile } from './exported-batch.ts';
import { areThere, type FileStore, tryStore, writeFiles } from './file-store.ts';
import type { Delivered } from './targets.ts';

/** What the password or key of a server is sealed for. */
export const sftpPurpose = 'delivery sftp';

/** A folder of another machine, as settings have it. */
export interface SftpPlace extends Omit<SftpServer, 'secret'> {
  readonly folder: string;
  /** Sealed; null where none was given. */
  readonly sealed: string | null;
}

type World = Pick<Services, 'sftp' | 'secretKey'>;

/** What came of a connection: the key that the server showed, or why there was none. */
type Tried = { readonly hostKey: string; readonly error: string } & {
  readonly code: SftpError['code'] | null;
};

/** Writes files to a server (decision 0160); before the first is in place a failure means that nothing arrived. */
export async function sendBySftp(
  world: World,
  place: SftpPlace,
  files: readonly ExportedFile[],
): Promise<Delivered & { readonly hostKey: string }> {
  try {
    return await within(world, place, async (store, hostKey) => ({
      ...(await writeFiles(store, files)),
      hostKey,
    }));
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    return { outcome: 'not-reached', receipt: `sftp-${error.code}`, hostKey: '' };
  }
}

/** Whether every file lies on the server with its bytes; false where it cannot be asked. */
export async function liesOnServer(
  world: World,
  place: SftpPlace,
  files: readonly ExportedFile[],
): Promise<boolean> {
  try {
    return await within(world, place, (store) => areThere(store, files));
  } catch {
    return false;
  }
}

/** Writes a small file to a server, reads it back and removes it. */
export async function trySftp(world: World, place: SftpPlace, secret?: string): Promise<Tried> {
  try {
    return await within(
      world,
      place,
      async (store, hostKey) => ({ hostKey, error: await tryStore(store), code: null }),
      secret,
    );
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    return { hostKey: '', error: '', code: error.code };
  }
}

async function within<T>(
  { sftp, secretKey }: World,
  { sealed, folder, ...server }: SftpPlace,
  work: (store: FileStore, hostKey: string) => Promise<T>,
  given?: string,
): Promise<T> {
  const secret = given ?? (sealed && unseal(secretKey, sftpPurpose, Buffer.from(sealed, 'base64')));
  // Sealed with another key, as after a move without it.
  if (!secret) throw new SftpError('login');
  const connection = await sftp.open({ ...server, secret });
  try {
    return await work(storeOn(connection, `${server.host}:${folder}`, folder), connection.hostKey);
  } finally {
    connection.close();
  }
}

function storeOn(connection: SftpConnection, name: string, folder: string): FileStore {
  const at = (file: string) => (folder === '' ? file : `${folder.replace(/\/+$/, '')}/${file}`);
  return {
    name,
    isRemote: true,
    prepare: async () => (folder === '' ? undefined : connection.makeFolder(folder)),
    read: (file) => connection.read(at(file)),
    write: (file, bytes) => connection.write(at(file), bytes),
    rename: (from, to) => connection.rename(at(from), at(to)),
    remove: (file) => connection.remove(at(file)),
  };
}
