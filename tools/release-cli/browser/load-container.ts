import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { formatCount } from '@portico/kit/format.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { Browser, Route } from 'playwright-core'
import * as v from 'valibot'
import { findInstalledBrowser } from '../../system/find-browser.ts'
import type { BuiltRelease } from '../built-release.ts'
import { listOtherRemotes } from '../federated/read-federated-build.ts'
import { failed, hasFailed, passed } from '../findings.ts'
import { type BrowserResult, noBrowser, toBrowserResult } from './browser-result.ts'
import { launchBrowser } from './load-in-browser.ts'

// The browser never looks these names up: each request is answered here. Plain HTTP may load remotes from either scheme.
const host = 'http://host.localhost/'
/** Folders of different depths on different origins: what loads from both has no fixed address. */
const addresses = ['http://one.localhost/a/', 'http://two.localhost/b/c/d/']
const timeoutMs = 60_000
const maxFindings = 5
const check = 'browser-chunks'
/** Errors of the browser about a module that can't run with any host. */
const linkError = /module specifier|dynamically imported module|requested module/
const pathHint =
  'Set output.publicPath (webpack, Rspack) or output.assetPrefix (Rsbuild) to "auto", or base (Vite) to "./", and publish the whole folder.'

/**
 * Loads the container of a federated build and each of its modules as a host does that shares nothing, from two addresses. Scripts and
 * styles must come from the release's own folder.
 */
export async function loadContainer(built: BuiltRelease): Promise<BrowserResult> {
  const executablePath = await findInstalledBrowser()
  if (executablePath === null) return noBrowser
  const others = new Set(listOtherRemotes(built.folder).map(({ entry }) => new URL(entry).origin))
  const browser = await launchBrowser(executablePath)
  try {
    const found = new Map<string, Finding>()
    for (const address of addresses) {
      if (hasFailed([...found.values()])) break
      for (const finding of await loadFrom(browser, built, { address, others }))
        found.set(finding.message, finding)
    }
    const count = formatCount(built.record.exposes?.length ?? 0, 'module')
    return toBrowserResult(`loaded ${count} from two addresses`, [...found.values()])
  } finally {
    await browser.close()
  }
}

interface Place {
  readonly address: string
  /** Origins of other remotes that the build loads itself. */
  readonly others: ReadonlySet<string>
}

async function loadFrom(browser: Browser, built: BuiltRelease, place: Place): Promise<Finding[]> {
  const { global, exposes = [], entry, entryType = 'var' } = built.record
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const failures = new Set<string>()
    await context.route('**', async (route) => {
      const failure = await answer(route, built, place)
      if (failure !== null) failures.add(failure)
    })
    const tab = await context.newPage()
    await tab.goto(host)
    const container = { entry: place.address + entry.file, type: entryType, global, exposes, timeoutMs }
    const errors = v.parse(
      v.array(LoadErrorSchema),
      await tab.evaluate(`(${loadScript})(${JSON.stringify(container)})`),
    )
    // ES modules run when they are loaded, and others may load further remotes: without these, or what hosts share, they throw.
    const mayLack = entryType === 'module' || place.others.size > 0
    if (failures.size === 0)
      return errors.map(({ name, error }) =>
        describeError({ name, error }, mayLack && name !== container.entry && !linkError.test(error)),
      )
    return [...failures].slice(0, maxFindings).map((message) => failed(check, message, pathHint))
  } finally {
    await context.close()
  }
}

/** Answers a request from the files of a release. Returns why a script or style of it could not be loaded by a host; null: it could. */
async function answer(
  route: Route,
  { folder, record }: BuiltRelease,
  { address, others }: Place,
): Promise<string | null> {
  const request = route.request()
  const url = new URL(request.url())
  const { origin, pathname } = url
  const own = `${origin}${pathname}`.startsWith(address) ? `${origin}${pathname}`.slice(address.length) : null
  if (own !== null && Object.hasOwn(record.files, own)) {
    const contentType = mediaTypes[extname(own)] ?? ''
    const headers = { 'access-control-allow-origin': '*', 'content-type': contentType }
    await route.fulfill({ headers, body: readFileSync(join(folder, own)) })
    return null
  }
  if (request.resourceType() === 'document') {
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Host</title>' })
    return null
  }
  if (others.has(origin)) {
    await route.continue()
    return null
  }
  await route.fulfill({ status: 404 })
  if (own !== null) {
    const why = existsSync(join(folder, own)) ? `: the site serves no ${extname(own)}` : ''
    return `The release requests ${own}, which is not among its files${why}.`
  }
  const isCode = ['script', 'stylesheet'].includes(request.resourceType())
  if (!isCode && origin !== new URL(host).origin) return null // such as an API
  const place = origin === new URL(host).origin ? `${pathname} of the host` : request.url()
  return `The release requests ${place}: expected a file of its own folder, wherever that is.`
}

/** What could not be loaded, by name. */
const LoadErrorSchema = v.object({ name: v.string(), error: v.string() })

type LoadError = v.InferOutput<typeof LoadErrorSchema>

/** Runs in the page of the host. */
const loadScript = `async ({ entry, type, global, exposes, timeoutMs }) => {
  const late = () => new Promise((_, reject) => setTimeout(() => reject(Error('no answer')), timeoutMs))
  const within = (work) => Promise.race([work, late()])
  const load = () => type === 'module' ? import(entry) : new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = entry
    script.onload = () => resolve(globalThis[global])
    script.onerror = () => reject(Error('the entry does not load'))
    document.head.append(script)
  })
  const errors = []
  const attempt = (name, work) =>
    within(work()).catch((error) => errors.push({ name, error: String(error?.message ?? error) }))
  const container = await within(load()).catch(() => undefined)
  if (typeof container?.get !== 'function' || typeof container?.init !== 'function')
    return [{ name: entry, error: 'expected a container with init and get, got ' + typeof container }]
  await attempt('the container', async () => container.init({}, [], {}))
  for (const name of exposes) await attempt(name, async () => container.get(name))
  return errors
}`

function describeError({ name, error }: LoadError, mayLack: boolean): Finding {
  const message = `${name} does not load: ${error}.`
  if (!mayLack) return failed(check, message, 'Load the build in a host to see the error with its source.')
  const hint =
    'If it needs packages that hosts share, or a remote that is down, ignore this. Otherwise fix it.'
  return { ...passed(check, message), isWarning: true, hint }
}
