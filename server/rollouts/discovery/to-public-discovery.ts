import type { DiscoveryDocument, DiscoveryRemote } from '@portico/protocol/discovery/discovery-document.ts'

/** The document as `/-/discovery.json` has it: without prerendered files, which only the server reads. Pure. */
export function toPublicDiscovery(document: DiscoveryDocument): DiscoveryDocument {
  const { shell, remotes } = document
  const entries = Object.entries(remotes).map(([name, remote]) => [name, toPublicRemote(remote)] as const)
  return { ...document, shell: shell && withoutPrerendered(shell), remotes: Object.fromEntries(entries) }
}

function toPublicRemote({ stable, fallback, canary, ...remote }: DiscoveryRemote): DiscoveryRemote {
  return {
    ...remote,
    stable: withoutPrerendered(stable),
    ...(fallback && { fallback: withoutPrerendered(fallback) }),
    ...(canary && { canary: { ...canary, release: withoutPrerendered(canary.release) } }),
  }
}

function withoutPrerendered<Release extends { readonly prerendered?: unknown }>({
  prerendered: _,
  ...release
}: Release): Omit<Release, 'prerendered'> {
  return release
}
