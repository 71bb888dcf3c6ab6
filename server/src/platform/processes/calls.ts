import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import { z } from 'zod';

const answerMessage = z.object({
  id: z.number(),
  value: z.unknown().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** How one lane of calls is kept. */
export interface CallsOptions {
  /** The module that calls `serve`. */
  readonly module: URL;
  /** Milliseconds one call may take before its process is ended. */
  readonly timeout: number;
  /** Uses (as counted by `used`) after which the process is replaced between two calls. */
  readonly recycleAfter: number;
  /** `os.setPriority` of the process; 0 when absent. */
  readonly priority?: number;
  /** Milliseconds without work after which the process is ended to give its memory back; 120 000 when absent. */
  readonly idleAfter?: number;
}

/** Why a call got no answer: it took too long, its process ended under it, or the method threw `code`. */
export class CallError extends Error {
  readonly kind: 'timeout' | 'crashed' | 'closed' | 'thrown';
  /** The code that the method threw, for `thrown`. */
  readonly code: string;

  constructor(kind: CallError['kind'], code: string = kind, message?: string) {
    super(message ?? code);
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
  }
}

/** One process, seen by the call that holds it. */
export interface CallTarget {
  /** Rises with every new process: what an older one knew is gone. */
  readonly generation: number;
  call(method: string, args: unknown): Promise<unknown>;
  /** Counts towards `recycleAfter`. */
  used(): void;
}

/** A lane: one process, one call at a time. */
export interface Calls {
  /** Calls waiting or running. */
  readonly length: number;
  /**
   * Runs `work` when its turn comes; the process is started when there is none. Groups take turns: next is the group
   * whose last turn is the longest ago, and in it who came first.
   */
  run<Result>(work: (target: CallTarget) => Promise<Result>, group?: string): Promise<Result>;
  /** Ends the process; what waits answers `closed`. */
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly generation: number;
  uses: number;
  ended: boolean;
}

/**
 * Keeps one child process and calls it, one call at a time, so that whoever hangs or crashes it is known. A crash,
 * a timeout and the recycling after many uses all end the process; the next call starts a new one.
 */
export function callsTo(options: CallsOptions): Calls {
  let running: Running | null = null;
  let generation = 0;
  let lastId = 0;
  const pending = new Set<Promise<unknown>>();
  let closed = false;
  const takeTurn = turns();
  let idle: NodeJS.Timeout | undefined;

  function start(): Running {
    if (running && !running.ended && running.uses < options.recycleAfter) return running;
    if (running) end(running);
    generation += 1;
    const child = fork(options.module, [], {
      serialization: 'advanced',
      execArgv: [],
      // Documents are not ours: the process that parses them gets none of the settings and secrets of this one.
      env: pick(process.env, ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG']),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started: Running = { child, generation, uses: 0, ended: false };
    child.on('error', () => end(started));
    child.on('exit', () => {
      started.ended = true;
    });
    lower(child, options.priority ?? 0);
    running = started;
    return started;
  }

  function end(which: Running): void {
    which.ended = true;
    which.child.kill('SIGKILL');
    if (running === which) running = null;
  }

  function call(on: Running, method: string, args: unknown): Promise<unknown> {
    if (closed) return Promise.reject(new CallError('closed'));
    if (on.ended) return Promise.reject(new CallError('crashed'));
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        on.child.off('message', onMessage);
        on.child.off('exit', onExit);
        finish();
      };
      const onExit = (): void => settle(() => reject(new CallError(closed ? 'closed' : 'crashed')));
      const onMessage = (message: unknown): void => {
        const answer = answerMessage.safeParse(message);
        if (!answer.success || answer.data.id !== id) return;
        const { code, value } = answer.data;
        settle(() =>
          code === undefined ? resolve(value) : reject(new CallError('thrown', code, answer.data.message)),
        );
      };
      const timer = setTimeout(() => {
        settle(() => reject(new CallError('timeout')));
        end(on);
      }, options.timeout);
      on.child.on('message', onMessage);
      on.child.on('exit', onExit);
      on.child.send({ id, method, args }, (error) => {
        if (error) onExit();
      });
    });
  }

  async function turn<Result>(work: (target: CallTarget) => Promise<Result>): Promise<Result> {
    if (closed) throw new CallError('closed');
    clearTimeout(idle);
    const on = start();
    on.child.ref();
    on.child.channel?.ref();
    try {
      return await work({
        generation: on.generation,
        call: (method, args) => call(on, method, args),
        used: () => {
          on.uses += 1;
        },
      });
    } finally {
      // An idle process must not keep ours alive.
      on.child.unref();
      on.child.channel?.unref();
      idle = setTimeout(() => {
        if (running) end(running);
      }, options.idleAfter ?? 120_000);
      idle.unref();
    }
  }

  return {
    get length() {
      return pending.size;
    },
    run(work, group = '') {
      const result = takeTurn(group, () => turn(work)).finally(() => pending.delete(result));
      pending.add(result);
      return result;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      if (running) end(running);
      await Promise.allSettled(pending);
    },
  };
}

/** One thing at a time, the groups in turns. */
function turns() {
  const waiting: { readonly group: string; readonly start: () => void }[] = [];
  const lastTurn = new Map<string, number>();
  let turn = 0;
  let busy = false;
  const next = () => {
    const [first] = waiting.toSorted((a, b) => (lastTurn.get(a.group) ?? 0) - (lastTurn.get(b.group) ?? 0));
    busy = first !== undefined;
    // Who has nothing waiting starts anew, so that this cannot grow.
    if (first === undefined) return lastTurn.clear();
    waiting.splice(waiting.indexOf(first), 1);
    turn += 1;
    lastTurn.set(first.group, turn);
    first.start();
  };
  return async <Result>(group: string, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((start) => {
      waiting.push({ group, start });
      if (!busy) next();
    });
    return work().finally(next);
  };
}

function lower(child: ChildProcess, priority: number): void {
  if (priority === 0 || child.pid === undefined) return;
  try {
    os.setPriority(child.pid, priority);
  } catch {
    // Only a courtesy to the rest of the machine; some systems refuse it.
  }
}

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
