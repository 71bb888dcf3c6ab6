import { chmodSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Home, writing } from './home.ts';

const map = 'balie';

/**
 * Who may connect, where the server runs under another account than ours (a start as root). That account owns the
 * socket's folder, and other services may run under it too (`nobody`), so the folder's mode alone does not keep them
 * out: PostgreSQL asks the kernel who connects and takes our own user only. The rules are files of ours beside the
 * cluster, which its account can read and not write, and they are set on the command line: clusters made before have
 * a `pg_hba.conf` that trusts everybody who reaches the socket. Without another account nobody else reaches it.
 */
export function accessSettings({ account, folder }: Home): Record<string, string> {
  const user = account === undefined ? undefined : ownName();
  if (user === undefined) return {};
  const [rules, users] = [join(folder, 'postgres-access.conf'), join(folder, 'postgres-users.conf')];
  writing(folder, () => {
    writeForAll(rules, `local all all peer map=${map}\n`);
    writeForAll(users, `${map} "${user}" all\n`);
  });
  return { hba_file: rules, ident_file: users };
}

// The database's account has to read them, whatever umask is in force.
function writeForAll(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o644);
}

/** Our name as the system knows it; undefined without one, and then PostgreSQL could not look us up either. */
function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
