import { type Migrations, toMigration } from '../../database/migrate.ts'
import type { Db } from '../../database/tables.ts'
import { type Preview, previewLifetimeMs } from './preview-link.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Until when the previews of a remote were revoked: those created by then no longer work. */
    preview_revocation: { readonly remote: string; revoked_at: number }
  }
}

export const previewMigrations: Migrations = {
  'previews/0001-revocations': toMigration(
    'create table preview_revocation (remote text primary key, revoked_at bigint not null)',
  ),
}

/** Revokes all existing previews of a remote. */
export async function revokePreviews(db: Db, remote: string, at: number): Promise<void> {
  await db
    .insertInto('preview_revocation')
    .values({ remote, revoked_at: at })
    .onConflict((conflict) => conflict.column('remote').doUpdateSet({ revoked_at: at }))
    .execute()
}

/**
 * The previews that were not revoked. Only browsers with a preview cost a query; without the database all previews are
 * accepted.
 */
export async function withoutRevoked(db: Db, previews: readonly Preview[]): Promise<Preview[]> {
  if (previews.length === 0) return []
  const remotes = previews.map(({ remote }) => remote)
  const rows = await db
    .selectFrom('preview_revocation')
    .selectAll()
    .where('remote', 'in', remotes)
    .execute()
    .catch(() => [])
  const revokedAt = new Map(rows.map(({ remote, revoked_at }) => [remote, revoked_at]))
  return previews.filter(({ remote, until }) => until - previewLifetimeMs > (revokedAt.get(remote) ?? 0))
}
