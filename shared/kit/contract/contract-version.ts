/** The newest version of the contract: docs/contract has a page for each. A breaking change raises it. */
export const contractVersion = 2

/** How many versions a shell accepts: the newest, and those right before it. */
const supportedVersions = 2

/**
 * How a shell with contract `newest` supports a version: `current`; `ending`: accepted until the next version; `ended`:
 * no longer; `unknown`: newer than the shell.
 */
export type ContractSupport = 'current' | 'ending' | 'ended' | 'unknown'

/** Returns how a shell with contract `newest` supports `version`. */
export function getContractSupport(version: number, newest: number = contractVersion): ContractSupport {
  if (version > newest) return 'unknown'
  if (version === newest) return 'current'
  return version > newest - supportedVersions ? 'ending' : 'ended'
}

/** The versions that a shell with contract `newest` accepts, in words: `1 or 2`. */
export function formatSupportedVersions(newest: number = contractVersion): string {
  const oldest = Math.max(1, newest - supportedVersions + 1)
  return Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index).join(' or ')
}
