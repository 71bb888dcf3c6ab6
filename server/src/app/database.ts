import { userInfo } from 'node:os';
import { newClient } from '#server/platform/db/client.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import type { ArchivingCluster } from '#server/platform/db/embedded/types.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import type { Config } from './config.ts';

/** The database of this start: our own, or the one that DATABASE_URL names. */
export interface RunningDatabase {
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings;
  /** The role that the product works as. */
  readonly appRole: string;
  /** Sentences to show at start. */
  readonly notes: readonly string[];
  /** Where its finished WAL waits for the archive; absent where there is none. */
  readonly archiving?: ArchivingCluster;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL, or checks the given one. `say` shows progress; `onLost` is called when the
 * embedded one ended and cannot be started again.
 */
export async function openDatabase(
  config: Config,
  say: (text: string) => void,
  onLost: (why: StartProblem) => void,
): Promise<RunningDatabase> {
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbedded({
      dataFolder: config.dataFolder,
      archives: config.pointInTime !== undefined,
      log: { error: (message) => say(message) },
      onProgress: (step) => say(progress[step]),
      onLost,
    });
    return {
      owner: embedded.ownerConfig,
      app: embedded.appConfig,
      appRole: embedded.appConfig.user,
      notes: embedded.notes,
      ...(embedded.archiving === undefined ? {} : { archiving: embedded.archiving }),
      stop: () => embedded.stop(),
    };
  }
  const app = { connectionString: config.databaseUrl };
  const owner = { connectionString: config.databaseOwnerUrl ?? config.databaseUrl };
  const appRole = await checkServer(app);
  const ownerRole = await checkServer(owner);
  const notes =
    appRole === ownerRole
      ? [
          'One database login for everything: history is guarded by a trigger only. Give a second one with DATABASE_OWNER_URL.',
        ]
      : [];
  return { owner, app, appRole, notes, stop: async () => undefined };
}

/** What each step says to whoever waits for the database. */
export const progress = {
  'copying-binaries': 'Copying the database programs to a folder that everybody may read …',
  'creating-cluster': 'Making a new database …',
  'stopping-previous': 'Stopping the database that the last run left behind …',
  restarting: 'Starting the database again …',
  recovering: 'Recovering the database after an unclean end …',
} as const;

async function checkServer(settings: { connectionString: string }): Promise<string> {
  const client = newClient({ ...settings, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; role: string }>(
      "select current_setting('server_version_num') as version, current_user as role",
    );
    const row = rows[0];
    const major = Math.floor(Number(row?.version ?? 0) / 10_000);
    if (major < 15) throw new StartProblem('database-too-old', { found: String(major) });
    return row?.role ?? userInfo().username;
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    const why = error instanceof Error ? error.message || error.name : String(error);
    throw new StartProblem('database-unreachable', { why });
  } finally {
    await client.end().catch(() => undefined);
  }
}
