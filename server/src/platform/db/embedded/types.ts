import type { StartProblem } from '../../start-problem.ts';

/** Where to connect: a `pg` configuration of plain data, so that it can be handed to a worker. */
export type EmbeddedConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
};

/** Steps that can take long, for a line of progress. */
export type EmbeddedStep =
  | 'copying-binaries'
  | 'creating-cluster'
  | 'stopping-previous'
  | 'recovering'
  | 'restarting';

/** What the launcher needs to know. */
export type EmbeddedOptions = {
  readonly dataFolder: string;
  readonly log: { error(message: string): void };
  readonly onProgress?: (step: EmbeddedStep) => void;
  /** Called when the server ended although nobody stopped it, and could not be started again. */
  readonly onLost?: (why: StartProblem) => void;
  /**
   * Whether finished WAL is kept until somebody archives it (decision 0161). Absent: as the last start of this folder had
   * it, so that a command beside the product leaves no gap.
   */
  readonly archives?: boolean;
  /** `false` leaves out every fsync: for tests only, a power failure destroys such a database. */
  readonly isDurable?: boolean;
  /** Holds the folder of a cluster that the data folder cannot hold; by default the machine's place for such. */
  readonly derivedFolders?: string;
};

/** A cluster that keeps its WAL for an archive. Plain data: it travels to the worker. */
export type ArchivingCluster = {
  /** The folder of the cluster. */
  readonly folder: string;
  /** The name of the gapless series that its WAL belongs to. */
  readonly series: string;
  /** As the superuser. */
  readonly admin: EmbeddedConnection;
};

/** A running embedded PostgreSQL. */
export type EmbeddedDatabase = {
  /** As `balie_owner`, which owns the database `balie`: for migrations. */
  readonly ownerConfig: EmbeddedConnection;
  /** As `balie_app`, which owns nothing: what the product runs as. */
  readonly appConfig: EmbeddedConnection;
  /** As the superuser, in the database `postgres`: for making databases in tests. */
  readonly adminConfig: EmbeddedConnection;
  /** Sentences about places that are not the obvious ones, to be shown at start. */
  readonly notes: readonly string[];
  /** Where finished WAL waits for its archive; absent: this server keeps none. */
  readonly archiving?: ArchivingCluster;
  /** The database server's process; another one after it ended by itself and was started again. */
  readonly pid: number;
  /** Ends sessions, writes everything out and stops; may be called twice. */
  stop(): Promise<void>;
};
