import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { type Generated, type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { type Migrations, toMigration } from '../../database/migrate.ts'
import { renameJsonKeys } from '../../database/rename-json-keys.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** One immutable release of the shell or a remote. */
    release: {
      /** `shell`, or the name of a remote. */
      app: string
      /** `<version>-<hash8>` */
      id: string
      /** Its `release.json`. */
      record: string
      published_at: number
      /** Name of the token; `start` for what the site published at startup. */
      published_by: Generated<string>
      /** Why it was rolled back; null: it wasn't. */
      quarantined: string | null
      /** When everyone got it for the first time; null: never. Only a release that was stable may be named in a rollback. */
      stable_at: number | null
      /** When a browser last got one of its files, at most a day behind; null: never, as far as anyone knows. */
      served_at: number | null
      /** When its files were removed; null: they are stored. */
      collected_at: number | null
      /** Where an S3-compatible store has its files; null: below the digest of its files. */
      upload: string | null
    }
  }
}

/** Field names of records and discovery documents before they became standard. */
const oldNames = {
  ahead: 'prerendered',
  heads: 'metadata',
  picture: 'image',
  provider: 'apiDescription',
  finds: 'searchable',
}

export const releaseMigrations: Migrations = {
  'releases/0001-first': toMigration(
    `create table release (
      app text not null, id text not null, record text not null, published_at bigint not null,
      constraint release_key primary key (app, id))`,
    'create table document (revision integer primary key, body text not null, created_at bigint not null)',
  ),
  'releases/0002-by-whom': toMigration(
    "alter table release add column published_by text default 'start' not null",
    'alter table release add column quarantined text',
  ),
  'releases/0003-collected': toMigration('alter table release add column collected_at bigint'),
  async 'releases/0004-standard-names'(db) {
    const releases = await sql<{ app: string; id: string; record: string }>`
      select app, id, record from release`.execute(db)
    for (const { app, id, record } of releases.rows)
      await sql`update release set record = ${renameJsonKeys(record, oldNames)}
        where app = ${app} and id = ${id}`.execute(db)
    const documents = await sql<{ revision: number; body: string }>`
      select revision, body from document`.execute(db)
    for (const { revision, body } of documents.rows)
      await sql`update document set body = ${renameJsonKeys(body, oldNames)}
        where revision = ${revision}`.execute(db)
  },
  async 'releases/0005-once-stable'(db) {
    await sql`alter table release add column stable_at bigint`.execute(db)
    for (const { app, id, at } of await findOnceStable(db))
      await sql`update release set stable_at = ${at} where app = ${app} and id = ${id}`.execute(db)
  },
  'releases/0006-uploads': toMigration('alter table release add column upload text'),
  'releases/0007-served': toMigration('alter table release add column served_at bigint'),
}

const StableSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    remotes: v.optional(
      v.record(v.string(), v.object({ stable: v.object({ version: v.string(), hash: v.string() }) })),
      {},
    ),
  }),
)

/** Every stable release was in a revision of the discovery document, and all revisions were kept. */
async function findOnceStable(db: Kysely<unknown>) {
  const { rows } = await sql<{ body: string; at: number }>`
    select body, created_at as at from document order by revision desc`.execute(db)
  const found = new Map<string, { app: string; id: string; at: number }>()
  for (const { body, at } of rows)
    for (const [app, { stable }] of Object.entries(v.parse(StableSchema, body).remotes)) {
      const id = getReleaseId(stable)
      found.set(`${app}@${id}`, { app, id, at })
    }
  return found.values()
}
