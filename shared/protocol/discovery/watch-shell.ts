import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { reportTokenCookie } from './report-token-cookie.ts'
import type {} from './shell-watch.ts'

/** The template before the script, with the tags of the shell that replaces a failed one, or nothing. */
interface WatchTemplate {
  readonly content: DocumentFragment
  /** The attributes `data-…`. */
  readonly dataset: {
    /** The beginning of a report, as JSON, up to the outcome. */
    readonly report: string
    /** How the browser remembers for a while that the shell has failed; empty: the page has no other. */
    readonly cookie: string
    /** The folder of the only shell that may start once the page's has failed. */
    readonly folder: string
  }
}

/**
 * Runs in the page as text, so it uses nothing from outside. A shell whose script fails, that throws, or that hasn't mounted after
 * `seconds` in which the page was visible is reported and replaced. If it may have changed the document already, the page is loaded
 * again, for which the cookie makes the server send the other shell. If it sends this one nevertheless, because the browser stores no
 * cookies, the tab's name says that it must not start.
 */
const watchShell = (
  { dataset, content }: WatchTemplate,
  token: string,
  beacon: string,
  folder: string,
  seconds: number,
) => {
  const { cookie } = dataset
  let started: string | undefined, over: boolean
  const report = (outcome: string) =>
    over || navigator.sendBeacon(beacon, `${dataset.report}${outcome}"}],"token":"${token}"}`)
  const fail = (outcome: string, event?: Event): undefined => {
    if (over || !navigator.onLine) return
    report(outcome)
    over = true
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
    document.cookie = cookie
    if (started && cookie) {
      window.name = cookie
      location.reload()
    } else {
      event?.stopImmediatePropagation() // await-shell.ts would give up
      document.head.append(content)
    }
  }
  addEventListener(
    'error',
    (event) => {
      const { defer, src } = event.target as HTMLScriptElement
      if ((defer ? src : event.filename)?.includes(folder)) fail(defer ? 'network' : 'init', event)
    },
    true,
  )
  addEventListener('pagehide', () => report('left'))
  const wait = () => over || setTimeout(wait, document.hidden || --seconds ? 1000 : fail('timeout'))
  if (cookie && cookie === window.name) fail('init')
  wait()
  window.watchShell = (to) => {
    started ||= to
    over ||= !to
    return !over || to === dataset.folder
  }
}

const parts = [
  'document.currentScript.previousElementSibling',
  `document.cookie.match(/${reportTokenCookie}=([^;]*)|$/)[1]`,
  JSON.stringify(paths.beacon),
  JSON.stringify(getReleaseFolder('shell', '').slice(0, -1)),
  9, // as canaries of remotes, and the first is counted at once
]

/** The inline script that replaces a shell which doesn't start. */
export const shellWatchScript = `(${watchShell})(${parts.join()})`
  .replace(/ +/g, ' ') // also those removed by type stripping
  .replace(/ \/\/ .*/g, '') // comments
  .replace(/\n\s+/g, '\n')
  .replace(/ ?([^\w"]) ?/g, '$1')
  .replace(/(?<=[{(,])\n|,?\n(?=[)}])/g, '')
  .replace(/\((\w+)\)=>/g, '$1=>')
