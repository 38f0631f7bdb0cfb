import type { Site } from '@portico/shared/site/site.ts'

/** The other origins that the owner's pairing streams come from, each once. */
export function pairingOrigins({ pairingStreams = {} }: Pick<Site, 'pairingStreams'>): string[] {
  const addresses = Object.values(pairingStreams).filter((address) => !address.startsWith('/'))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
