import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { root } from '../../root.ts'
import { type StaticServer, startStaticServer } from '../../site/static-server.ts'
import type { Viewer } from './viewer.ts'

interface ViewerPackage extends Omit<Viewer, 'url' | 'visitor' | 'firstOperation'> {
  /** The published package with its version: the newest one when this was written. */
  readonly package: string
  /** Files and folders of the package that its documentation tells you to include. */
  readonly files: readonly string[]
  /** The markup from its documentation. */
  readonly body: string
}

/** Name of the first operation in the catalogue. */
export const firstOperation = 'APK by package'

const cache = join(root, '.cache/bench/viewers')

// Each with its own search: Swagger UI filters by tag only, the others open a dialog first.
const viewerPackages: readonly ViewerPackage[] = [
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist@5.35.0',
    files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
    body: `<link rel="stylesheet" href="/swagger-ui.css"><div id="app"></div><script src="/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#app', filter: true })</script>`,
    search: { open: null, field: '.operation-filter-input', typed: 'T', key: 'e' },
  },
  {
    name: 'Redoc',
    package: 'redoc@3.0.1',
    files: ['bundles/redoc.standalone.js'],
    body: `<redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>
<script type="module" src="/bundles/redoc.standalone.js"></script>`,
    search: { open: 'Control+k', field: 'input[placeholder^=Search]', typed: 'su', key: 'n' },
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference@1.72.1',
    files: ['dist/browser/standalone.js'],
    body: `<div id="app"></div><script src="/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false, telemetry: false })</script>`,
    search: { open: 'Control+k', field: 'input[type=search], [role=dialog] input', typed: 'su', key: 'n' },
  },
]

/** Downloads the published packages once and serves each with `openApi`. */
export async function serveViewers(
  openApi: unknown,
): Promise<{ viewers: Viewer[]; servers: StaticServer[] }> {
  const served = []
  for (const viewerPackage of viewerPackages) {
    const folder = await preparePackage(viewerPackage)
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${viewerPackage.name}</title><body>${viewerPackage.body}</body></html>`
    const server = await startStaticServer([{ prefix: '/', folder }], {
      page,
      json: { '/openapi.json': openApi },
    })
    const { name, search } = viewerPackage
    served.push({ server, viewer: { name, firstOperation, search, url: `${server.origin}/`, visitor: null } })
  }
  return { viewers: served.map(({ viewer }) => viewer), servers: served.map(({ server }) => server) }
}

/** Creates a folder with exactly the files that the page needs. */
async function preparePackage({ package: name, files }: ViewerPackage): Promise<string> {
  const packed = join(cache, name.replace(/^@/, '').replaceAll(/[/@]/g, '-'))
  if (!existsSync(`${packed}.tgz`)) {
    mkdirSync(cache, { recursive: true })
    await runCommand('npm', ['pack', name, '--pack-destination', cache], { output: 'capture' })
  }
  const unpacked = `${packed}.all`
  if (!existsSync(unpacked)) {
    mkdirSync(unpacked)
    await runCommand('tar', ['xzf', `${packed}.tgz`, '-C', unpacked], { output: 'capture' })
  }
  const folder = `${packed}.page`
  rmSync(folder, { recursive: true, force: true })
  for (const file of files) cpSync(join(unpacked, 'package', file), join(folder, file), { recursive: true })
  return folder
}

/** Reads the OpenAPI document of the built catalogue. */
export function readBuiltOpenApi(): unknown {
  return JSON.parse(readFileSync(join(root, 'dist/catalogue/openapi.json'), 'utf8'))
}
