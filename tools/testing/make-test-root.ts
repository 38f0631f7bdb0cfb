import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const everyBuildReads: Readonly<Record<string, string>> = {
  'shell/package.json': '{"version":"1.0.0"}',
  'shell/main.tsx': 'start()',
  'shared/paths.ts': '',
  'tools/build/bundle-names.ts': '',
  'tools/content/read.ts': '',
  'rsbuild.config.ts': '',
  'tsconfig.base.json': '{}',
  'package-lock.json': '{}',
}

/** A project of a test's own. */
export interface TestRoot {
  readonly root: string
  write(file: string, text: string): void
  remove(): void
}

/** Makes a folder with what every build reads, and the files of the test, in the order in which they are named. */
export function makeRoot(files: Readonly<Record<string, string>> = {}): TestRoot {
  const root = mkdtempSync(join(tmpdir(), 'portico-root-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries({ ...files, ...everyBuildReads })) write(file, text)
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}
