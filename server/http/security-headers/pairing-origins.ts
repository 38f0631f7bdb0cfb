import type { Site } from '@portico/kit/site/site.ts'

/** The other origins of the owner's pairing streams, without duplicates. */
export function getPairingOrigins({ pairingStreams = {} }: Pick<Site, 'pairingStreams'>): string[] {
  const addresses = Object.values(pairingStreams).filter((address) => !address.startsWith('/'))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
