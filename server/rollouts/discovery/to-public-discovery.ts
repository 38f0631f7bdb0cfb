import type {
  DiscoveryDocument,
  DiscoveryRemote,
  ShellRelease,
} from '@portico/protocol/discovery/discovery-document.ts'

type DiscoveryShell = NonNullable<DiscoveryDocument['shell']>

/** The document as `/-/discovery.json` has it: without what no page of this site loads, and prerendered files, which only the server reads. Pure. */
export function toPublicDiscovery(document: DiscoveryDocument): DiscoveryDocument {
  const { shell, remotes } = document
  const pick = (kind: DiscoveryRemote['stable']['kind']) =>
    Object.entries(remotes)
      .filter(([, { stable }]) => stable.kind === kind)
      .map(([name, remote]) => [name, toPublicRemote(remote)] as const)
  const apps = pick('app')
  return {
    ...document,
    shell: shell && {
      ...toPublicShell(shell),
      ...(apps.length > 0 && { apps: Object.fromEntries(apps) }),
    },
    remotes: Object.fromEntries(pick(undefined)),
  }
}

// Only what open pages need: those of older shells expect no other fields than these and, during a rollout, the canary.
function toPublicShell({ canary, ...stable }: DiscoveryShell): DiscoveryShell {
  const pick = ({ version, hash, js, css, fonts }: ShellRelease) => ({
    version,
    hash,
    js,
    css,
    ...(fonts && { fonts }),
  })
  return { ...pick(stable), ...(canary && { canary: { ...canary, release: pick(canary.release) } }) }
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
