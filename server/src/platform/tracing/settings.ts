import type { FastifyBaseLogger } from 'fastify';
import { type Tracing, setTracing } from './tracing.ts';

/** The samplers of the OpenTelemetry specification that need no other program. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go, and which. Plain data, as it travels to the worker too. */
export interface TracingSettings {
  /** The address for traces of a collector that takes OTLP over HTTP. */
  readonly url: string;
  readonly sampler: (typeof samplers)[number];
  /** The share of the traces that begin here and are recorded, 0 to 1. */
  readonly share: number;
  /** How long spans wait for others to go with, in ms. */
  readonly delayMs: number;
}

/** Switches tracing on where there are settings for it. Without them nothing of OpenTelemetry is loaded. */
export async function startTracing(
  settings: TracingSettings | undefined,
  about: { readonly process: 'server' | 'worker'; readonly version: string },
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTracing } = await import('./opentelemetry.ts');
  const tracing = openTracing(settings, about, log);
  setTracing(tracing);
  return tracing;
}
