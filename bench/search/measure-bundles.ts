import { join } from 'node:path'
import { measureBundle } from '../measure-bundle.ts'
import { root } from '../root.ts'

const shared = ['fields.ts', 'words.ts'] // a search with MiniSearch needs them as well
const own = ['build-index.ts', 'match-words.ts', 'rank-entries.ts', 'search.ts', 'typos.ts']

/** Bytes of both searches as a browser would load them: minified, then compressed with brotli. */
export async function measureBundles(): Promise<{ portico: number; miniSearch: number }> {
  const modules = (files: readonly string[]) =>
    files.map((file) => join(root, 'remote-catalogue/search', file))
  return {
    portico: await measureBundle(modules([...shared, ...own])),
    miniSearch: await measureBundle([...modules(shared), 'minisearch']),
  }
}
