import { createServer, type Server } from 'node:net';
import { StartProblem } from '#server/platform/start-problem.ts';

/** Refuses a start on a taken port before anything is changed. Port 0 asks for any free one. */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(asStartProblem(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The port that a server listens on; undefined while it does not. */
export function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** The sentence for a port that cannot be opened; other errors as they are. */
export function asStartProblem(error: unknown, port: number, host: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const place = { port: String(port), host };
  if (error.code === 'EADDRINUSE') return new StartProblem('port-taken', place);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartProblem('host-unknown', place);
  if (error.code === 'EACCES') return new StartProblem('port-forbidden', { ...place, why: error.code });
  return error;
}
