import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  getReleaseId,
  type ReleaseRecord,
  ReleaseRecordSchema,
} from '@portico/protocol/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'
import { InvalidBuildError, type ReleaseName } from './release-store.ts'

/** A build, as its `release.json` describes it. */
export type Build =
  | { readonly kind: 'shell'; readonly record: ShellRecord }
  | { readonly kind: 'remote'; readonly record: ReleaseRecord }

/** The name under which a build is published. */
export function getBuildName(build: Build): ReleaseName {
  return { app: build.kind === 'shell' ? 'shell' : build.record.remote, id: getReleaseId(build.record) }
}

/** Every build in `folder`. Throws an InvalidBuildError if there is no shell, or a record is invalid. */
export function readBuilds(folder: string): Build[] {
  const apps = existsSync(folder)
    ? readdirSync(folder).filter((app) => existsSync(join(folder, app, 'release.json')))
    : []
  if (!apps.includes('shell'))
    throw new InvalidBuildError(`There is no built shell in ${folder}. Run \`npm run build\` first.`)
  return apps.map((app) => readBuild(join(folder, app, 'release.json'), app))
}

/** Parses the text of a `release.json` named `source`. Throws an InvalidBuildError that names the field. */
export function parseBuild(text: string, { kind, source }: { kind: Build['kind']; source: string }): Build {
  return kind === 'shell'
    ? { kind, record: parseRecord(ShellRecordSchema, text, source) }
    : { kind, record: parseRecord(ReleaseRecordSchema, text, source) }
}

function readBuild(source: string, app: string): Build {
  const kind = app === 'shell' ? 'shell' : 'remote'
  const build = parseBuild(readFileSync(source, 'utf8'), { kind, source })
  if (build.kind === 'remote' && build.record.remote !== app)
    throw new InvalidBuildError(
      `${source}: remote: expected "${app}" (the name of its folder), got "${build.record.remote}". ${advice}`,
    )
  return build
}

const advice = 'Build again with `npm run build`.'

function parseRecord<T>(schema: v.GenericSchema<unknown, T>, text: string, source: string): T {
  const parsed = v.safeParse(schema, parseJson(text, source))
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  throw new InvalidBuildError(
    `${source}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}. ${advice}`,
  )
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidBuildError(`${source}: expected JSON, got invalid or incomplete text. ${advice}`, {
      cause,
    })
  }
}
