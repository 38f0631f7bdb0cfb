import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { root } from '../site/start-site.ts'

const PackageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    version: v.string(),
    portico: v.looseObject({ provides: v.record(v.string(), v.string()) }),
  }),
)

/** The id in the name of a kit's file. */
export function getKitId(kit: string): string {
  return basename(kit).slice('kit-'.length, -'.tgz'.length)
}

/** The built apps of an older site, in a temporary folder, with the kit that it had instead of `kit`. */
export function copyOlderBuilds(kit: string): { readonly builds: string; readonly olderKit: string } {
  const builds = mkdtempSync(join(tmpdir(), 'portico-older-'))
  cpSync(join(root, 'dist'), builds, {
    recursive: true,
    filter: (file) => !/kit-[^/]+\.tgz$/.test(file),
  })
  return { builds, olderKit: writeOlderKit(kit, builds) }
}

/**
 * Writes a kit as an older site with a shell of the same version had it: for version 1 of the contract, with an older React
 * in the shell, and with a module that is gone since. Returns its id.
 */
function writeOlderKit(kit: string, folder: string): string {
  const olderKit = getKitId(kit).replace(/-.*/, '-20260102030405-00000000')
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', kit, '-C', unpacked])
  const packageFolder = join(unpacked, 'package')
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(packageFolder, file), change(readFileSync(join(packageFolder, file), 'utf8')))
  edit('package.json', (text) => {
    const { portico, ...rest } = v.parse(PackageSchema, text)
    const provides = { ...portico.provides, react: '19.2.0' }
    return JSON.stringify({
      ...rest,
      version: olderKit,
      portico: { ...portico, contractVersion: 1, provides },
    })
  })
  edit('tools/kit/template/manifest.ts', (text) => text.replace('contractVersion: 2', 'contractVersion: 1'))
  rmSync(join(packageFolder, 'docs/contract/2.md'))
  writeFileSync(join(packageFolder, 'shared/kit/ui/old-chart.js'), 'export {}\n')
  writeFileSync(join(packageFolder, 'shared/kit/ui/old-chart.d.ts'), 'export {}\n')
  execFileSync('tar', ['-czf', join(folder, `kit-${olderKit}.tgz`), '-C', unpacked, 'package'])
  rmSync(unpacked, { recursive: true })
  return olderKit
}
