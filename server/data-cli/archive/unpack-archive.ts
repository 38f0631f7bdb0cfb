import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as v from 'valibot'
import { isDiskFull } from '../../database/disk-full.ts'
import type { Db } from '../../database/tables.ts'
import { DamagedDataError, DataError } from '../data-error.ts'
import { createTables, insertRows } from '../database/import-tables.ts'
import { createSummary, type Table, type TableSummary } from '../database/snapshot.ts'
import { createSqliteCopy, type SqliteCopy } from '../database/sqlite-copy.ts'
import { createReleaseChecker } from './check-release-entries.ts'
import {
  checkSignature,
  entryNames,
  HeadSchema,
  type Manifest,
  ManifestSchema,
  SchemaSchema,
} from './manifest.ts'
import { createEntriesHash } from './open-archive-writer.ts'
import { type ArchiveEntry, readArchive } from './read-archive.ts'

interface UnpackOptions {
  /** Where the database of the archive is written, at a temporary path. */
  readonly folder: string
  readonly secrets: readonly string[]
}

/** A complete archive whose content matches its manifest. */
export interface UnpackedArchive {
  readonly manifest: Manifest
  /** Whether it was signed with one of the secrets. */
  readonly isSigned: boolean
  /** The public key that signed it, as the archive states it. */
  readonly key: string
  readonly copy: SqliteCopy
  /** Records of the releases whose files are in it, by `<app>/<id>`. */
  readonly records: ReadonlyMap<string, string>
}

/** Reads and checks a whole archive, and unpacks its database. Throws a DamagedDataError if anything is missing or changed. */
export async function unpackArchive(
  file: string,
  { folder, secrets }: UnpackOptions,
): Promise<UnpackedArchive> {
  const copy = await createSqliteCopy(folder)
  try {
    return await read(file, copy, secrets)
  } catch (cause) {
    await copy.discard()
    if (cause instanceof DataError || isDiskFull(cause)) throw cause
    const reason = v.isValiError(cause) || cause instanceof Error ? cause.message : String(cause)
    throw new DamagedDataError(`${file} is damaged: ${reason}`, { cause })
  }
}

async function read(file: string, copy: SqliteCopy, secrets: readonly string[]): Promise<UnpackedArchive> {
  const releases = createReleaseChecker()
  const hash = createEntriesHash()
  let kits = 0
  let rows: TableReader | null = null
  const texts = new Map<string, string>() // of the manifest and its signature
  let isFirst = true
  for await (const entry of readArchive(file)) {
    const { name, content } = entry
    if (isFirst) parseHead(file, entry)
    isFirst = false
    if (name === entryNames.manifest || name === entryNames.signature) {
      texts.set(name, content.toString())
      continue
    }
    if (texts.size > 0) throw new DamagedDataError(`${file} has entries after its manifest.`)
    hash.add(name, content)
    if (name.startsWith(entryNames.releases)) releases.add(entry)
    else if (name === entryNames.schema) {
      const schema = v.parse(SchemaSchema, content.toString())
      await createTables(copy.db, schema.migrations)
      rows = createTableReader(schema.tables, copy.db)
    } else if (name.startsWith(entryNames.tables)) await rows?.add(entry)
    else if (name.startsWith(entryNames.kits)) kits += name.endsWith('.tgz') ? 1 : 0
  }
  const manifest = texts.get(entryNames.manifest)
  const signature = texts.get(entryNames.signature)
  if (manifest === undefined || signature === undefined || rows === null)
    throw new DamagedDataError(`${file} is incomplete: it has no manifest. Use another backup.`)
  const expected = v.parse(v.pipe(v.string(), v.parseJson(), ManifestSchema), manifest)
  const actual = { sha256: hash.get(), releases: releases.getCounts(), kits, tables: rows.getSummaries() }
  for (const key of ['releases', 'kits', 'tables', 'sha256'] as const)
    if (!isEqual(expected[key], actual[key]))
      throw new DamagedDataError(
        `${file} was changed: ${key}: expected ${JSON.stringify(expected[key])} (from its manifest), got ${JSON.stringify(actual[key])}. Use another backup.`,
      )
  return {
    manifest: expected,
    ...checkSignature(secrets, manifest, signature),
    copy,
    records: releases.records,
  }
}

function parseHead(file: string, { name, content }: ArchiveEntry): void {
  const parsed = v.safeParse(HeadSchema, content.toString())
  if (name !== entryNames.head || !parsed.success)
    throw new DataError(
      `${file} is not a backup that this version can read. Update the code, or check the name.`,
    )
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const decompress = promisify(gunzip)
const RowSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
)

interface TableReader {
  add(part: ArchiveEntry): Promise<void>
  getSummaries(): Record<string, TableSummary>
}

/** Inserts the rows of an archive into `db`, part by part. */
function createTableReader(tables: readonly Table[], db: Db): TableReader {
  const summaries = new Map(tables.map(({ name }) => [name, createSummary()]))
  return {
    async add({ name, content }: ArchiveEntry): Promise<void> {
      const table = tables.find((candidate) => candidate.name === name.split('/')[1])
      const summary = table && summaries.get(table.name)
      if (table === undefined || summary === undefined)
        throw new DamagedDataError(`The archive has rows of an unknown table: ${JSON.stringify(name)}.`)
      const text = (await decompress(content)).toString()
      const lines = text.split('\n').slice(0, -1)
      summary.add(lines.map((line) => `${line}\n`))
      await insertRows(
        db,
        table,
        lines.map((line) => v.parse(RowSchema, line)),
      )
    },
    getSummaries: (): Record<string, TableSummary> =>
      Object.fromEntries([...summaries].map(([name, summary]) => [name, summary.get()])),
  }
}
