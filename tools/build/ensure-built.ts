import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { findJson } from '../system/read-json.ts'
import { root, runCommand } from '../system/run-command.ts'
import { buildContent } from './build-content.ts'
import { consoleName, getConsoleHash } from './create-console-environment.ts'
import { type App, findApps } from './find-apps.ts'

const dist = join(root, 'dist')

/** Where builds put the owner's content. */
export const contentOutput = join(dist, 'content')

/** Builds every app whose sources have changed since its last build, the console likewise, and the owner's content. Returns their names. */
export async function ensureBuilt(): Promise<string[]> {
  const apps = await findApps(root)
  removeUnknownApps(apps)
  const stale = apps.filter((app) => !isBuilt(app)).map((app) => app.name)
  if (findJson(join(dist, consoleName, 'build.json'), BuiltConsoleSchema)?.hash !== getConsoleHash(root))
    stale.push(consoleName)
  if (stale.length > 0) {
    await runCommand('rsbuild', ['build', ...stale.flatMap((name) => ['--environment', name])], {
      output: 'capture',
    })
  }
  await buildContent({ root, output: contentOutput })
  return stale
}

/** Otherwise the folder of a deleted app would be published again. */
function removeUnknownApps(apps: readonly App[]): void {
  if (!existsSync(dist)) return
  const names = [...apps.map((app) => app.name), consoleName, basename(contentOutput)]
  const folders = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders.filter((folder) => !names.includes(folder.name)))
    rmSync(join(dist, name), { recursive: true })
}

const BuiltConsoleSchema = v.object({ hash: v.string() })
const BuiltSchema = v.object({ hash: v.string(), version: v.string() })

function isBuilt({ name, version, hash }: App): boolean {
  const built = findJson(join(dist, name, 'release.json'), BuiltSchema)
  return built?.version === version && built.hash === hash
}
