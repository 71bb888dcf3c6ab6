// Whether this server is ready, for a container's health check: exit code 0 or 1.
import { get } from 'node:http';

const port = process.env.PORT ?? '3000';
// Any address of the settings: others are refused.
const [first = ''] = (process.env.BALIE_HOSTS ?? 'generic=localhost').split(',');
const headers = { host: first.split('=')[1]?.trim() ?? 'localhost' };
get({ host: '127.0.0.1', port, path: '/readyz', headers }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1));
