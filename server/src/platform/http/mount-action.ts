import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Parents } from '#contract/resource.ts';
import type { Context, Services } from '../context.ts';
import { contextOf, personalContextOf } from './caller.ts';
import { idOf, parentsOf, urlOf } from './mount-resource.ts';
import { parseInput } from './schemas.ts';

/** Where the routes are, and which permission their rights are below; a resource is one. */
export interface ActionPlace {
  /** Path below `/api/`, with parents in braces. */
  readonly path: string;
  readonly permission: string;
  /** What it is called in OpenAPI, in the singular; absent: the last words of the path. */
  readonly name?: string;
  /** The path of the resource in whose group the routes stand in OpenAPI; absent: a group of their own. */
  readonly tag?: string;
}

/** What a route takes and answers. */
export interface ActionOptions<B extends z.ZodType, Q extends z.ZodType, R extends z.ZodType> {
  /** The right below the permission, such as `approve`; absent: about the caller themselves, whatever their rights. */
  readonly right?: string;
  readonly body?: B;
  /** The request may have no body; it is read as `{}`. */
  readonly isBodyOptional?: boolean;
  /** The request is a form with a file, see `mountUploads`. */
  readonly isUpload?: boolean;
  readonly query?: Q;
  /** What is answered as `{ result }`. */
  readonly result?: R;
  /** The complete answer, in the place of `result`; without both the action sends its reply itself. */
  readonly answer?: R;
  /** The types of the file that the action sends. */
  readonly file?: string | readonly string[];
  /** 204 answers nothing. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly config?: FastifyContextConfig;
  /** Largest body in bytes; the server's limit if absent. */
  readonly bodyLimit?: number;
}

/** A request as an action reads it. */
export interface ActionInput<P extends ActionPlace, B extends z.ZodType, Q extends z.ZodType> {
  /** The `:id` of the address. */
  readonly id: string;
  readonly parents: Parents<P>;
  readonly body: z.output<B>;
  readonly query: z.output<Q>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Mounts one route: its method and its address below the collection, what it takes and answers, and what it does. */
export type MountAction<P extends ActionPlace> = <
  B extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  options: ActionOptions<B, Q, R>,
  run: (ctx: Context, input: ActionInput<P, B, Q>) => Promise<z.input<R>>,
) => void;

/**
 * Makes the function that mounts the routes beside the five verbs of a resource: each is guarded by its right, its body
 * and query are parsed, and its answer is wrapped in `result`.
 *
 * @example
 * const action = actionsOf(app, services, billingRuns);
 * action('POST', '/:id/review', { right: 'create', body: runStep, result: billingRuns.record }, (ctx, { id, body }) =>
 *   reviewRun(ctx, id, body.rowVersion),
 * );
 */
export function actionsOf<const P extends ActionPlace>(
  app: FastifyInstance,
  services: Services,
  place: P,
): MountAction<P> {
  return (method, address, options, run) => {
    const { right, body, query, result, answer = result && z.object({ result }), status = 200 } = options;
    const permission = right === undefined ? undefined : `${place.permission}.${right}`;
    const response = status === 204 ? z.null() : answer;
    app.route({
      method,
      url: `${urlOf(place)}${address}`,
      config: {
        resource: place,
        ...(permission === undefined ? {} : { permission }),
        ...(options.file === undefined ? {} : { file: options.file }),
        ...options.config,
      },
      ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
      schema: {
        ...(body ? { body: options.isBodyOptional ? body.nullish() : body } : {}),
        ...(options.isUpload ? { consumes: ['multipart/form-data'] } : {}),
        ...(query ? { querystring: query } : {}),
        ...(response ? { response: { [status]: response } } : {}),
      },
      async handler(request, reply) {
        const ctx =
          permission === undefined
            ? personalContextOf(services, request)
            : contextOf(services, request, permission);
        const done = await run(ctx, {
          get id() {
            return idOf(request);
          },
          parents: parentsOf<P>(request),
          get body() {
            return parseInput(declared(body), request.body ?? {});
          },
          get query() {
            return parseInput(declared(query), request.query);
          },
          request,
          reply,
        });
        if (status === 204) return reply.code(204).send();
        if (response) reply.code(status);
        return result ? { result: done } : done;
      },
    });
  };
}

function declared<S extends z.ZodType>(schema: S | undefined): S {
  if (!schema) throw new Error('an action reads what its options do not declare');
  return schema;
}
