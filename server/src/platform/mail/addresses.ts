import { BlockList, isIP } from 'node:net';

// Loopback, private, link-local, shared, test and multicast networks, and the ways to write IPv4 in IPv6 that lead
// to them (RFC 6890; an IPv4 address mapped into IPv6 is checked as what it is). A mail server of a customer stands in none of them.
const closed: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const outside = listOf(closed);

/** An address or a network of them: `10.1.2.3` or `10.1.0.0/16`. */
export function isNetwork(text: string): boolean {
  return networkOf(text) !== undefined;
}

/**
 * Tells which addresses a connection on behalf of a customer may go to: public ones, and those of the networks that
 * the operator lists (§J1).
 */
export function addressGuard(allowed: readonly string[]): (address: string) => boolean {
  const open = listOf(allowed.map(networkOf).filter((network) => network !== undefined));
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isIP(address) !== 0 && (open.check(address, family) || !outside.check(address, family));
  };
}

/** Tells which addresses are one of these, or in one of these networks. */
export function addressGuardOf(networks: readonly string[]): (address: string) => boolean {
  const list = listOf(networks.map(networkOf).filter((network) => network !== undefined));
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function networkOf(text: string): readonly [string, number] | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const family = isIP(address);
  const max = family === 6 ? 128 : 32;
  if (family === 0 || rest.length > 0) return undefined;
  if (bits === undefined) return [address, max];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= max ? [address, Number(bits)] : undefined;
}

function listOf(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks)
    list.addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
