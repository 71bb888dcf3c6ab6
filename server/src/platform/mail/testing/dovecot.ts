import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isThereOrInstalled } from '#server/platform/testing/debian.ts';
import { certificate, certificateKey } from './certificate.ts';
import { freePort } from '#server/platform/processes/free-port.ts';

/** A real IMAP server of a test, with one account and one mailbox. */
export interface Dovecot {
  /** `localhost:{port}`. */
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  /** Puts mails in the mailbox, in this order. */
  deliver(...mails: readonly (string | Buffer)[]): Promise<void>;
  /** Forgets every number that the mailbox gave, as after a restore: its validity changes. */
  renumber(): Promise<void>;
  close(): Promise<void>;
}

const program = '/usr/sbin/dovecot';

/** Whether the tests can have a real one; else a sentence that says how. */
export function dovecotIsThere(): boolean {
  return isThereOrInstalled(() => existsSync(program), ['dovecot-imapd']);
}

/** What to tell when there is none. */
export const dovecotMissing =
  'Reading a mailbox is tested against Dovecot: install the package "dovecot-imapd" (Debian, as root: apt-get install dovecot-imapd).';

/** Starts a Dovecot of its own in a folder of its own, on a free port; as root its parts drop to the nobody account. */
export async function startDovecot(): Promise<Dovecot> {
  const port = await freePort();
  // Its sockets need a short path that its own users may enter.
  const folder = await mkdtemp('/tmp/dvc-');
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? 65534 : (process.getuid?.() ?? 0);
  const gid = isRoot ? 65534 : (process.getgid?.() ?? 0);
  const user = spawnSync('id', ['-un', String(uid)])
    .stdout.toString()
    .trim();
  const maildir = join(folder, 'mail');
  for (const part of ['', 'new', 'cur', 'tmp']) {
    await mkdir(join(maildir, part), { recursive: true });
    await chown(join(maildir, part), uid, gid);
  }
  await writeFile(join(folder, 'cert.pem'), certificate);
  await writeFile(join(folder, 'key.pem'), certificateKey, { mode: 0o600 });
  await writeFile(join(folder, 'users'), `post:{PLAIN}geheim:${uid}:${gid}::${maildir}\n`, { mode: 0o644 });
  await writeFile(
    join(folder, 'dovecot.conf'),
    configuration({
      folder,
      port,
      user,
      group: spawnSync('id', ['-gn', String(uid)])
        .stdout.toString()
        .trim(),
    }),
  );
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await untilOpen(port);
  let delivered = 0;
  return {
    hostname: `localhost:${port}`,
    username: 'post',
    password: 'geheim',
    async deliver(...mails) {
      for (const mail of mails) {
        delivered += 1;
        const file = join(maildir, 'new', `${1_700_000_000 + delivered}.M${delivered}P1.test`);
        await writeFile(file, mail);
        await chown(file, uid, gid);
      }
    },
    async renumber() {
      await rm(join(maildir, 'dovecot-uidlist'), { force: true });
      for (const name of ['dovecot.index', 'dovecot.index.log', 'dovecot.index.cache', 'dovecot-uidvalidity'])
        await rm(join(maildir, name), { force: true });
      // The new validity is the clock's second.
      await pause(1100);
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration({
  folder,
  port,
  user,
  group,
}: {
  folder: string;
  port: number;
  user: string;
  group: string;
}): string {
  return `
protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 0
mail_location = maildir:${folder}/mail
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

async function untilOpen(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await pause(100);
  }
  throw new Error('dovecot does not listen');
}
