// The package has no types; these are the parts that we use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface ProviderContext {
    type: string;
    status: number;
    body: unknown;
    /** The request of node:http. */
    readonly req: IncomingMessage;
    readonly method: string;
    readonly path: string;
    set(name: string, value: string): void;
    redirect(url: string): void;
    readonly cookies: {
      get(name: string, options: object): string | undefined;
      set(name: string, value: string | null, options: object): void;
    };
    readonly oidc: OidcContext;
  }

  export interface OidcContext {
    readonly route: string;
    readonly session: Session | undefined;
    readonly account: ProviderAccount | undefined;
    readonly client: { readonly clientId: string } | undefined;
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly entities: { readonly IdTokenHint?: { readonly payload: { readonly sub?: string } } };
  }

  export interface ProviderAccount {
    readonly accountId: string;
    claims(): Promise<Record<string, unknown>>;
  }

  export interface Session {
    readonly uid: string;
    readonly accountId?: string;
    readonly loginTs?: number;
    readonly amr?: readonly string[];
    readonly exp?: number;
    readonly state?: { readonly postLogoutRedirectUri?: string; readonly state?: string };
    grantIdFor(clientId: string): string | undefined;
    destroy(): Promise<void>;
  }

  export interface Interaction {
    readonly uid: string;
    readonly exp: number;
    readonly returnTo: string;
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    session?: { readonly uid?: string; readonly accountId?: string } | undefined;
    result?: unknown;
    save(ttlSeconds: number): Promise<string>;
  }

  export interface Grant {
    readonly accountId: string;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Adapter {
    upsert(id: string, payload: object, expiresIn?: number): Promise<void>;
    find(id: string): Promise<object | undefined>;
    findByUid(uid: string): Promise<object | undefined>;
    findByUserCode(userCode: string): Promise<undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly issuer: string;
    proxy: boolean;
    readonly Client: {
      readonly prototype: {
        compareClientSecret(this: { readonly clientId: string }, actual: string): Promise<boolean>;
      };
    };
    readonly Session: { findByUid(uid: string): Promise<Session | undefined> };
    readonly Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    cookieName(kind: 'session' | 'interaction' | 'resume'): string;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, reply: ServerResponse, result: object): Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    use(middleware: (ctx: ProviderContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'server_error', listener: (ctx: ProviderContext, error: Error) => void): this;
  }

  export const errors: {
    readonly InvalidGrant: new (detail?: string) => Error;
    readonly InvalidTarget: new (description?: string) => Error;
    readonly SessionNotFound: new (description?: string) => Error;
  };

  export const interactionPolicy: {
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: ProviderContext) => boolean,
    ) => object;
    readonly base: () => { get(name: string): { readonly checks: object[] } };
  };
}
