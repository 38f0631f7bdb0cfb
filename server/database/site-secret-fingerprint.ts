import { createHmac } from 'node:crypto'
import type { Configuration } from '../configuration/configuration.ts'
import { OperatorError } from '../configuration/operator-error.ts'
import { type Migrations, toMigration } from './migrate.ts'
import type { Db } from './tables.ts'

declare module './tables.ts' {
  interface Tables {
    /** One row: which secret the servers of this database share. */
    site_secret: { readonly id: number; fingerprint: string }
  }
}

export const siteSecretMigrations: Migrations = {
  'site-secret/0001-fingerprint': toMigration(
    'create table site_secret (id integer primary key, fingerprint text not null)',
  ),
}

const id = 1

/**
 * Rejects a server whose secret is not the site's: visitors would be signed out and change arms with every request that
 * another server answers. The database stores a fingerprint of the secret, set by the first server; a server that lists
 * that secret behind its own one replaces it.
 */
export async function requireSiteSecret(db: Db, { secrets }: Pick<Configuration, 'secrets'>): Promise<void> {
  const [current, ...before] = secrets.map(getFingerprint)
  if (current === undefined) throw new Error('Expected a secret.')
  await db
    .insertInto('site_secret')
    .values({ id, fingerprint: current })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { fingerprint } = await db
    .selectFrom('site_secret')
    .select('fingerprint')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (fingerprint === current) return
  if (!before.includes(fingerprint))
    throw new OperatorError(
      'SITE_SECRET: expected the secret with which this database was used before, got another one. All servers need the same one: the SITE_SECRET of the others, or the contents of the file site-secret in the DATA_DIR of the first. To replace it, append a space and the old one. If the old one is lost, run "delete from site_secret" in the database.',
    )
  await db.updateTable('site_secret').set({ fingerprint: current }).where('id', '=', id).execute()
}

// Reveals nothing about the secret: it is as hard to guess as a signature.
function getFingerprint(secret: string): string {
  return createHmac('sha256', secret).update('portico fingerprint').digest('base64url')
}
