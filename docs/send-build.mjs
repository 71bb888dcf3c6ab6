// Tells Balie of a new build (docs/releases.md). Node 20 or later, nothing to install.
//
//   BALIE_BUILD_SECRET=… node send-build.mjs https://balie.example 5.2.0 20261118.3 [https://builds.example/5.2.0] < notes.txt
//
// Exit code 0 when the build is known afterwards, new or not; else 1, with what the server said.
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';

const [, , address, version, build, url] = process.argv;
const secret = process.env.BALIE_BUILD_SECRET;
if (!address || !version || !build || !secret) {
  console.error('BALIE_BUILD_SECRET=… node send-build.mjs <address> <version> <build> [<https address of the build>] [< notes]');
  process.exit(1);
}

const notes = process.stdin.isTTY ? '' : (await text(process.stdin)).trim();
const body = JSON.stringify({ version, build, ...(notes ? { notes } : {}), ...(url ? { url } : {}) });
// Whole seconds since 1970; the signature is over the moment, a dot, and the body byte for byte as it is sent.
const timestamp = String(Math.floor(Date.now() / 1000));
const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

const reply = await fetch(new URL('/api/fm/builds', address), {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-balie-timestamp': timestamp, 'x-balie-signature': `sha256=${signature}` },
  body,
});
const answer = await reply.json();
if (!reply.ok) {
  console.error(`${reply.status} ${answer.title}${answer.detail ? `: ${answer.detail}` : ''}`, answer.errors ?? '');
  process.exit(1);
}
console.log(`${reply.status === 201 ? 'taken in' : 'known already'}: ${answer.result.version} (${answer.result.build})`);
