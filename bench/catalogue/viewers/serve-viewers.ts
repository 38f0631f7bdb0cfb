import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portico/tools/system/run-command.ts'
import { root } from '../../root.ts'
import { type StaticServer, startStaticServer } from '../../site/static-server.ts'
import type { Viewer } from './viewer.ts'

interface Anchor extends Omit<Viewer, 'url' | 'visitor'> {
  /** The published package, at the version that was newest when this was written. */
  readonly package: string
  /** Files and folders of the package that its documentation puts on a page. */
  readonly files: readonly string[]
  /** What its documentation puts into the page. */
  readonly body: string
}

/** Name of the first row of the data. */
export const firstName = 'APK by package'

const cache = join(root, '.cache/bench/anchors')

// Search as each of them has it: Swagger UI finds tags only, the others open a window first.
const anchors: readonly Anchor[] = [
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist@5.35.0',
    files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
    body: `<link rel="stylesheet" href="/swagger-ui.css"><div id="app"></div><script src="/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#app', filter: true })</script>`,
    firstText: firstName,
    search: { open: null, field: '.operation-filter-input', before: 'T', key: 'e' },
  },
  {
    name: 'Redoc',
    package: 'redoc@3.0.1',
    files: ['bundles/redoc.standalone.js'],
    body: `<redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>
<script type="module" src="/bundles/redoc.standalone.js"></script>`,
    firstText: '/?code=apk', // it lists paths first
    search: { open: 'Control+k', field: 'input[placeholder^=Search]', before: 'su', key: 'n' },
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference@1.72.1',
    files: ['dist/browser/standalone.js'],
    body: `<div id="app"></div><script src="/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false, telemetry: false })</script>`,
    firstText: firstName,
    search: { open: 'Control+k', field: 'input[type=search], [role=dialog] input', before: 'su', key: 'n' },
  },
]

/** Fetches the published packages (once) and serves each with `openApi`. */
export async function serveViewers(
  openApi: unknown,
): Promise<{ candidates: Viewer[]; servers: StaticServer[] }> {
  const served = []
  for (const anchor of anchors) {
    const folder = await filesOf(anchor)
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${anchor.name}</title><body>${anchor.body}</body></html>`
    const server = await startStaticServer(folder, { page, json: { '/openapi.json': openApi } })
    const { name, firstText, search } = anchor
    served.push({ server, candidate: { name, firstText, search, url: `${server.origin}/`, visitor: null } })
  }
  return { candidates: served.map(({ candidate }) => candidate), servers: served.map(({ server }) => server) }
}

/** A folder that holds exactly the files that the page needs. */
async function filesOf({ package: name, files }: Anchor): Promise<string> {
  const packed = join(cache, name.replace(/^@/, '').replaceAll(/[/@]/g, '-'))
  if (!existsSync(`${packed}.tgz`)) {
    mkdirSync(cache, { recursive: true })
    await runCommand('npm', ['pack', name, '--pack-destination', cache], { output: 'keep' })
  }
  const unpacked = `${packed}.all`
  if (!existsSync(unpacked)) {
    mkdirSync(unpacked)
    await runCommand('tar', ['xzf', `${packed}.tgz`, '-C', unpacked], { output: 'keep' })
  }
  const folder = `${packed}.page`
  rmSync(folder, { recursive: true, force: true })
  for (const file of files) cpSync(join(unpacked, 'package', file), join(folder, file), { recursive: true })
  return folder
}

/** The OpenAPI document of the built catalogue. */
export function readBuiltOpenApi(): unknown {
  return JSON.parse(readFileSync(join(root, 'dist/catalogue/openapi.json'), 'utf8'))
}
