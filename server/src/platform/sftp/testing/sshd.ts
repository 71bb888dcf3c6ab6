import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isThereOrInstalled } from '#server/platform/testing/debian.ts';
import { freePort } from '#server/platform/processes/free-port.ts';

/** A real SFTP server of a test: OpenSSH, for the user that runs it. */
export interface Sshd {
  readonly port: number;
  readonly username: string;
  /** A private key that it takes. */
  readonly privateKey: string;
  /** A folder in which files may lie. */
  readonly folder: string;
  /** Its key as `ssh-keygen -l` shows it. */
  readonly hostKey: string;
  /** Starts it again with another key, as another machine would. */
  changeHostKey(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const program = '/usr/sbin/sshd';

/** Whether the tests can have one. */
export function sshdIsThere(): boolean {
  return isThereOrInstalled(
    () => existsSync(program) && existsSync('/usr/bin/ssh-keygen'),
    ['openssh-server'],
  );
}

/** What to tell when there is none. */
export const sshdMissing =
  'Deliveries by SFTP are tested against OpenSSH: install the package "openssh-server" (Debian, as root: apt-get install openssh-server).';

/** Starts one in a folder of its own on a free port. */
export async function startSshd(): Promise<Sshd> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-sshd-'));
  const files = join(folder, 'files');
  await mkdir(files);
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  makeKey(join(folder, 'client'));
  makeKey(join(folder, 'host'));
  await writeFile(join(folder, 'authorized'), await readFile(join(folder, 'client.pub')));
  const port = await freePort();
  const state = { stop: await run(folder, port) };
  return {
    port,
    username: userInfo().username,
    privateKey: await readFile(join(folder, 'client'), 'utf8'),
    folder: files,
    get hostKey() {
      const shown = spawnSync('ssh-keygen', ['-l', '-f', join(folder, 'host.pub')]).stdout.toString();
      return shown.split(' ')[1] ?? '';
    },
    async changeHostKey() {
      await state.stop();
      await rm(join(folder, 'host'));
      makeKey(join(folder, 'host'));
      state.stop = await run(folder, port);
    },
    stop: () => state.stop(),
    async close() {
      await state.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function makeKey(path: string): void {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', path]);
}

async function run(folder: string, port: number): Promise<() => Promise<void>> {
  const file = join(folder, 'sshd.conf');
  await writeFile(file, configuration(folder, port));
  const child = spawn(program, ['-D', '-e', '-f', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) await pause(50);
  return async () => {
    child.kill();
    await ended;
  };
}

function configuration(folder: string, port: number): string {
  return `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
PidFile none
AuthorizedKeysFile ${folder}/authorized
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
Subsystem sftp internal-sftp
`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
