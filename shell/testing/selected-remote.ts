import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'

type TestPage = Pick<RemotePage, 'path'> & Partial<RemotePage>

/** Creates a released remote with these pages, which are open and titled `New` by default. */
export function createSelectedRemote(
  pages: readonly TestPage[],
  changes: { name?: string; contractVersion?: number } = {},
): SelectedRemote {
  const { name = 'new', contractVersion: version = contractVersion } = changes
  return {
    name,
    team: 'New team',
    release: {
      version: '1.2.0',
      hash: '0a1b2c3d',
      contractVersion: version,
      global: `portico_${name}`,
      entry: { file: 'remote.js', integrity: `sha256-${'A'.repeat(43)}=` },
      pages: pages.map((page) => ({ access: 'open', title: 'New', ...page })),
    },
  }
}
