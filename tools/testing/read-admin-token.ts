import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the secret of the admin token, which a site has written into its data folder. */
export function readAdminToken({ dataDir }: { readonly dataDir: string }): string {
  return readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
}
