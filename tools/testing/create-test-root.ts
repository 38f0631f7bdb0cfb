import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const commonFiles: Readonly<Record<string, string>> = {
  'package.json': '{"version":"1.0.0"}',
  'shell/package.json': '{"version":"0.0.0"}',
  'shell/main.tsx': 'start()',
  'shared/kit/paths.ts': '',
  'shared/protocol/theme.ts': '',
  'tools/build/bundle-names.ts': '',
  'tools/content/read.ts': '',
  'rsbuild.config.ts': '',
  'tsconfig.base.json': '{}',
  'package-lock.json': '{}',
}

/** A project folder for one test. */
export interface TestRoot {
  readonly root: string
  write(file: string, text: string): void
  remove(): void
}

/** Creates a project folder with the given files, in their order, and those that every build reads. */
export function createTestRoot(files: Readonly<Record<string, string>> = {}): TestRoot {
  const root = mkdtempSync(join(tmpdir(), 'portico-root-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries({ ...files, ...commonFiles, ...files })) write(file, text)
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}
