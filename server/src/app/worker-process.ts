import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Site } from '#server/features/identity/index.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import type { ArchivingCluster } from '#server/platform/db/embedded/types.ts';
import type { FilesPlaces } from '#server/platform/files/open-files.ts';
import type { TracingSettings } from '#server/platform/tracing/settings.ts';
import type { BackupSettings } from './backups/backup-jobs.ts';
import type { PointInTimeSettings } from './backups/point-in-time.ts';
import type { MailSettings } from './world.ts';

/** What a worker process receives when it starts. */
export interface WorkerStart {
  readonly database: ConnectionSettings;
  readonly dataFolder: string;
  readonly files: FilesPlaces;
  /** Absent: no scheduled backups. */
  readonly backup: BackupSettings | undefined;
  /** Absent: no archive for recovery to a moment. */
  readonly archive:
    | { readonly settings: PointInTimeSettings; readonly cluster: ArchivingCluster }
    | undefined;
  /** Whether the product made the key of secrets itself, which then goes along in backups. */
  readonly hasOwnKey: boolean;
  readonly secretKeyHex: string;
  readonly mail: MailSettings;
  /** Folders below which deliveries may be written, by name. */
  readonly deliveryFolders: Readonly<Record<string, string>>;
  /** Private networks in which webhooks may be called. */
  readonly callAllowed: readonly string[];
  /** The addresses of the product, for links in mails. */
  readonly sites: readonly Site[];
  /** Absent: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  readonly logLevel: string;
}

/** The process that takes jobs, so that no request waits behind them. */
export interface WorkerProcess {
  /** Lets running jobs end, gives the rest back. */
  stop(): Promise<void>;
}

const maxPauseMs = 30_000;

// Long jobs make much that is forgotten at once (an audit file of 95 MB): with V8's usual 16 MB the worker keeps some
// 80 MB more, and is no faster.
const smallYoungGeneration = ['--max-semi-space-size=8'];

/** Starts the worker, and again after a crash with a growing pause. */
export function startWorker(start: WorkerStart, log: FastifyBaseLogger): WorkerProcess {
  let child: ChildProcess | undefined;
  let pauseMs = 500;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  function launch(): void {
    const started = Date.now();
    child = fork(new URL('../worker.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...process.execArgv, ...smallYoungGeneration],
    });
    // From its first instruction: a version that starts beside another one loads its code without taking a core from it.
    yieldToRequests(child.pid);
    // Also emitted when a message no longer reaches it; its end is handled below.
    child.on('error', (err) => log.error({ err }, 'the worker cannot be reached'));
    child.send(start);
    child.once('exit', (code, signal) => {
      child = undefined;
      if (isStopping) return;
      if (Date.now() - started > 60_000) pauseMs = 500;
      log.error({ code, signal, pauseMs }, 'the worker ended, it starts again');
      timer = setTimeout(launch, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    });
  }
  launch();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.send('stop');
      const impatient = setTimeout(() => running.kill('SIGKILL'), 25_000);
      await ended;
      clearTimeout(impatient);
    },
  };
}

// Requests come first: what is in the queue can wait a moment.
function yieldToRequests(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already; where priorities cannot be set it works without.
  }
}
