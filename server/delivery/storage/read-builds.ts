import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/shared/release/shell-record.ts'
import * as v from 'valibot'

/** What was built cannot be published; the message says what to do. */
export class PublishError extends Error {
  override name = 'PublishError'
}

/** Something built, as its `release.json` says. */
export type Built =
  | { readonly kind: 'shell'; readonly record: ShellRecord }
  | { readonly kind: 'remote'; readonly record: ReleaseRecord }

/** Every build below `folder`. Throws a PublishError where there is no shell, or a record is wrong. */
export function readBuilds(folder: string): Built[] {
  const apps = existsSync(folder)
    ? readdirSync(folder).filter((app) => existsSync(join(folder, app, 'release.json')))
    : []
  if (!apps.includes('shell'))
    throw new PublishError(`${folder} holds no built shell. Run \`npm run build\` first.`)
  return apps.map((app) => readBuild(join(folder, app, 'release.json'), app))
}

/** Reads the text of a `release.json` named `source`. Throws a PublishError that names the field. */
export function parseBuilt(text: string, { kind, source }: { kind: Built['kind']; source: string }): Built {
  return kind === 'shell'
    ? { kind, record: parseRecord(ShellRecordSchema, text, source) }
    : { kind, record: parseRecord(ReleaseRecordSchema, text, source) }
}

function readBuild(source: string, app: string): Built {
  const built = parseBuilt(readFileSync(source, 'utf8'), {
    kind: app === 'shell' ? 'shell' : 'remote',
    source,
  })
  if (built.kind === 'remote' && built.record.remote !== app) {
    throw new PublishError(
      `${source}: remote: expected "${app}", as its folder is named, got "${built.record.remote}". ${advice}`,
    )
  }
  return built
}

const advice = 'Build again with `npm run build`.'

function parseRecord<T>(schema: v.GenericSchema<unknown, T>, text: string, source: string): T {
  const parsed = v.safeParse(schema, parseJson(text, source))
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  throw new PublishError(
    `${source}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}. ${advice}`,
  )
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PublishError(`${source}: expected JSON, got something that ends or breaks within. ${advice}`, {
      cause,
    })
  }
}
