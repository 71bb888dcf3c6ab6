import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { noAwaitedReply } from './lint-replies.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const handler = (body: string) => `app.get('/', async (request, reply) => { ${body} });`;
const filename = 'routes.ts';

new RuleTester().run('no-awaited-reply', noAwaitedReply, {
  valid: [
    handler('return reply.code(200).send(await work());'),
    handler('await mail.send(letter); return reply;'),
    handler('await provider.callback()(request.raw, reply.raw);'),
    handler('const body = await reply.json();'),
    { code: 'async function show(reply: FastifyReply): Promise<FastifyReply> { return reply; }', filename },
  ],
  invalid: [
    { code: handler('await reply;'), errors: [{ messageId: 'awaited' }] },
    { code: handler('await reply.code(429).send("no"); change();'), errors: [{ messageId: 'awaited' }] },
    { code: handler('await visit.reply.redirect("/");'), errors: [{ messageId: 'awaited' }] },
    {
      code: 'async function limit(): Promise<FastifyReply | null> { return null; }',
      filename,
      errors: [{ messageId: 'union' }],
    },
  ],
});
