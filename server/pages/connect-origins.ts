import type { Site } from '@portico/kit/site/site.ts'

/** The other origins to which the owner's pages connect, without duplicates: of the pairing streams and the API. */
export function getConnectOrigins({
  pairingStreams = {},
  apiBase,
}: Pick<Site, 'pairingStreams' | 'apiBase'>): string[] {
  const streams = Object.values(pairingStreams).filter((address) => !address.startsWith('/'))
  const addresses = apiBase === null ? streams : [...streams, apiBase]
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
