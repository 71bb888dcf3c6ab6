import { answerUnreadable, maxHeaderBytes } from './errors.ts';

/** How long a client may take, in milliseconds. */
export interface ConnectionTimes {
  /** For the request line and all headers, counted from the connection or the first byte of the next request. */
  readonly headersMs?: number;
  /** How often connections are looked at. */
  readonly checkMs?: number;
}

/**
 * The limits of connections, as options of Fastify. Headers are small and come at once, so that whoever holds a
 * connection with half of them is ended soon. A body may be an upload by a slow line and has five minutes.
 */
export function connectionLimits({ headersMs = 15_000, checkMs = 500 }: ConnectionTimes = {}) {
  return {
    requestTimeout: 300_000,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: answerUnreadable,
  };
}
