import { getReleaseFolder } from '@portico/kit/paths.ts'
import type {
  DiscoveryDocument,
  DiscoveryRelease,
  DiscoveryRemote,
} from '@portico/protocol/discovery/discovery-document.ts'
import {
  type FrontendDiscovery,
  frontendDiscoverySchemaUrl,
} from '@portico/protocol/discovery/frontend-discovery.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'

type Versions = FrontendDiscovery['microFrontends'][string]

/**
 * The document in the open micro-frontend discovery schema: for each remote the stable release, and the canary with its
 * share of the traffic. A remote that is turned off has no traffic. Pure.
 */
export function toFrontendDiscovery({ remotes }: DiscoveryDocument): FrontendDiscovery {
  const entries = Object.entries(remotes).map(([name, remote]) => [name, toVersions(name, remote)] as const)
  return { schema: frontendDiscoverySchemaUrl, microFrontends: Object.fromEntries(entries) }
}

function toVersions(name: string, remote: DiscoveryRemote): Versions {
  const { team, stable, fallback, canary, off } = remote
  const getPercent = (share: number) => (off === undefined ? share / 100 : 0)
  const share = canary?.share ?? 0
  const getExtras = (release: DiscoveryRelease) => ({
    team,
    hash: release.hash,
    global: release.global,
    contractVersion: release.contractVersion,
    ...(off === undefined ? {} : { off }),
  })
  const versions: Versions = [
    {
      url: getEntryUrl(name, stable),
      ...(fallback === undefined ? {} : { fallbackUrl: getEntryUrl(name, fallback) }),
      metadata: { integrity: stable.entry.integrity, version: stable.version },
      deployment: { traffic: getPercent(fullShare - share), default: true },
      extras: getExtras(stable),
    },
  ]
  if (canary === undefined) return versions
  const { release, rollout } = canary
  return [
    ...versions,
    {
      url: getEntryUrl(name, release),
      fallbackUrl: getEntryUrl(name, stable),
      metadata: { integrity: release.entry.integrity, version: release.version },
      deployment: { traffic: getPercent(share), default: false },
      extras: { ...getExtras(release), rollout },
    },
  ]
}

function getEntryUrl(name: string, release: DiscoveryRelease): string {
  return getReleaseFolder(name, getReleaseId(release)) + release.entry.file
}
