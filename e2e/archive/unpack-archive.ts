import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { packSite } from '@portico/tools/package/pack-site.ts'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { deriveShell } from '@portico/tools/testing/derive-release.ts'
import * as v from 'valibot'

/** Packs the site and unpacks it into a new folder. */
export async function unpackArchive(): Promise<{ file: string; folder: string }> {
  const file = await packSite(await packKit())
  const folder = mkdtempSync(join(tmpdir(), 'portico-archive-'))
  await runCommand('tar', ['-xzf', file, '-C', folder, '--strip-components', '1'], { output: 'capture' })
  return { file, folder }
}

/** The next version of an unpacked archive, next to it: with another shell and one more migration of the database. */
export function deriveNextVersion(folder: string): string {
  const next = `${folder}-next`
  mkdirSync(next)
  cpSync(folder, next, { recursive: true })
  deriveShell(join(folder, 'apps/shell'), join(next, 'apps/shell'), {
    change: (text) => `${text}\n/* the next version */\n`,
  })
  addMigration(join(next, 'server'))
  return next
}

const lastMigrations = '\t...tokenMigrations\n};'

/** Adds what a next version may add: a table, and a column with a default. */
function addMigration(folder: string): void {
  const file = readdirSync(folder).find((name) =>
    readFileSync(join(folder, name), 'utf8').includes(lastMigrations),
  )
  if (file === undefined) throw new Error(`No file of the archive's server has ${lastMigrations}`)
  const migration = `\t...tokenMigrations,
  async "next/0001-first.additive"(db) {
    await db.schema.createTable("next").addColumn("id", "text").execute();
    await db.schema.alterTable("call_limit").addColumn("next", "text", (column) => column.defaultTo("")).execute();
  },
};`
  const text = readFileSync(join(folder, file), 'utf8')
  writeFileSync(
    join(folder, file),
    text.replace(lastMigrations, () => migration),
  )
}

/** The id of the shell in an unpacked archive. */
export function readShellId(folder: string): string {
  const text = readFileSync(join(folder, 'apps/shell/release.json'), 'utf8')
  return getReleaseId(v.parse(ShellRecordSchema, JSON.parse(text)))
}
