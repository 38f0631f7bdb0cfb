import { paths } from '@portico/kit/paths.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { ConsoleMessage, Page } from 'playwright-core'
import * as v from 'valibot'
import { failed } from '../findings.ts'
import { hydrationError } from './record-mismatches.ts'

const maxFindings = 5 // of each kind and page: a loop may log thousands
const maxLength = 300

/** What a page logs and what the site's policies block. */
interface Problems {
  /** The findings of the page at `address`, except for errors that `failure` already contains. */
  getFindings(address: string, failure: string | null): Finding[]
}

/** Schema of a violation of the site's Content-Security-Policy or of Trusted Types. */
const ViolationSchema = v.object({
  directive: v.string(),
  blocked: v.string(),
  sample: v.string(),
  source: v.string(),
})

const listenForViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective: directive, blockedURI: blocked, sample, sourceFile, lineNumber } = event
  releaseCheckViolation({ directive, blocked, sample, source: sourceFile && sourceFile + ':' + lineNumber })
})`

/** Records errors on the console, uncaught errors and policy violations of a tab, from its first script on. */
export async function recordProblems(tab: Page): Promise<Problems> {
  const errors = new Set<string>()
  const violations = new Set<string>()
  tab.on('pageerror', (error) => errors.add(`uncaught ${error.name}: ${error.message}`))
  tab.on('crash', () => errors.add('the page crashed'))
  tab.on('console', (message) => {
    // What React could not hydrate is recorded with more detail elsewhere.
    if (hydrationError.test(message.text())) return
    if (message.type() === 'error' && isOfRelease(message)) errors.add(toText(message))
  })
  await tab.exposeFunction('releaseCheckViolation', (detail: unknown) => {
    const { directive, blocked, sample, source } = v.parse(ViolationSchema, detail)
    const excerpt = sample === '' ? '' : `: ${sample}`
    violations.add(`${directive} blocks ${blocked}${excerpt}${source === '' ? '' : ` (${source})`}`)
  })
  await tab.addInitScript({ content: listenForViolations })
  return {
    getFindings: (address, failure) => [
      ...[...violations]
        .slice(0, maxFindings)
        .map((text) =>
          failed(
            'browser-policy',
            `${address} violates a policy of the site: ${text}.`,
            'The site only runs scripts and styles that are files of releases. Name the origins that the pages fetch, or load images, media or frames from, in `origins` of manifest.ts.',
          ),
        ),
      ...[...errors]
        .filter((text) => failure === null || !failure.includes(getReason(text)))
        .slice(0, maxFindings)
        .map((text) =>
          failed(
            'browser-console',
            `${address} logs an error: ${text}.`,
            'Fix the error, or log what is expected with console.warn.',
          ),
        ),
    ],
  }
}

/**
 * Whether a console error is the release's own. Failed requests outside of releases are not: only a real visitor may make them,
 * or the check has answered them. Policy violations are recorded with more detail elsewhere.
 */
function isOfRelease(message: ConsoleMessage): boolean {
  if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text())) return false
  if (!message.text().startsWith('Failed to load resource')) return true
  const { url } = message.location()
  return url !== '' && new URL(url).pathname.startsWith(`${paths.releases}/`)
}

function toText(message: ConsoleMessage): string {
  const { url } = message.location()
  const source = message.text().startsWith('Failed to load resource') ? ` (${url})` : ''
  return message.text().slice(0, maxLength) + source
}

/** The first line without the kind of error, as a failure quotes it. */
function getReason(text: string): string {
  return (text.split('\n')[0] ?? text).replace(/^(?:uncaught )?\w+: /i, '')
}
