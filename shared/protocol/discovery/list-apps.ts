import type { DiscoveryDocument, DiscoveryRelease, DiscoveryRemote } from './discovery-document.ts'

/** A remote or the shell, with what both have: which releases visitors get. */
export interface DiscoveryApp extends Pick<DiscoveryRemote, 'team' | 'off'> {
  readonly stable: ReleaseIdentity
  readonly fallback?: ReleaseIdentity
  readonly canary?: { readonly release: ReleaseIdentity; readonly rollout: string; readonly share: number }
}

type ReleaseIdentity = Pick<DiscoveryRelease, 'version' | 'hash'>

/** The remotes of a document, and `shell`, whose team is the site's operator. */
export function listApps({ shell, remotes }: DiscoveryDocument): Readonly<Record<string, DiscoveryApp>> {
  return shell === null ? remotes : { ...remotes, shell: { team: 'shell', ...shell, stable: shell } }
}
