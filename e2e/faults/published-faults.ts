import type { Page } from '@playwright/test'
import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { getBreakingScript, repairRemotes, type ThrowingFault } from './breaking-script.ts'
import type { FailureReason, Fault } from './fault.ts'
import { intercept } from './intercept.ts'
import type { Target } from './target.ts'

/** Faults of a release whose hashes all match: only loading it reveals them. */
export const publishedFaults: readonly Fault[] = [
  withBreakingEntry('throws on evaluation', 'init', { predicate: 'failed to start.', detail: 'entry init' }),
  withBreakingEntry(
    'throws on render',
    'mount',
    { predicate: 'stopped working.' },
    /requested: throws on render/,
  ),
  withEntry('is released with a syntax error', 'var half = {{ "a file', /uncaught: .*SyntaxError/),
  withEntry('is released with an unrelated script', 'globalThis.somethingElse = 1'),
  {
    name: 'is released for another contract',
    outcome: 'contract',
    reason: { predicate: "isn't compatible with this version of the site." },
    consoleErrors: () => [],
    isInRelease: true,
    inject: (page, target) =>
      changePage(page, target, (html) =>
        changeRelease(html, target, (release) => ({ ...release, contractVersion: 99 })),
      ),
  },
]

/** A remote that works again as soon as it is repaired, without another release. */
function withBreakingEntry(
  name: ThrowingFault,
  outcome: Fault['outcome'],
  reason: FailureReason,
  ...consoleErrors: readonly RegExp[]
): Fault {
  return {
    name,
    outcome,
    reason,
    consoleErrors: () => consoleErrors,
    async inject(page, target) {
      const built = await page.request.get(target.files.entry.address(1))
      const script = getBreakingScript(target.global, name)
      await changeEntry(page, target, `${await built.text()}\n${script}\n`)
      return () => page.evaluate(repairRemotes)
    },
  }
}

function withEntry(name: string, body: string, ...consoleErrors: readonly RegExp[]): Fault {
  return {
    name,
    outcome: 'init',
    reason: { predicate: 'failed to start.', detail: 'entry init' },
    consoleErrors: () => consoleErrors,
    isInRelease: true,
    inject: (page, target) => changeEntry(page, target, body),
  }
}

/** Serves the page as if its remote had been published with this entry. */
async function changeEntry(page: Page, target: Target, body: string): Promise<() => Promise<void>> {
  const { entry } = target.files
  const integrity = computeIntegrity(body)
  const undo = [
    await changePage(page, target, (html) => html.replaceAll(entry.integrity, integrity)),
    await intercept(page, entry.pattern, (route) => route.fulfill({ contentType: 'text/javascript', body })),
  ]
  return async () => {
    for (const step of undo) await step()
  }
}

/** Serves the page as if something else had been published. */
function changePage(page: Page, { address }: Target, change: (html: string) => string) {
  return intercept(page, new RegExp(`^http://[^/]+${address}$`), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}

type Release = PageData['remotes'][number]['release']

function changeRelease(html: string, { remote }: Target, change: (release: Release) => Release): string {
  return html.replace(
    /(<script type="application\/json"[^>]*>)(.*?)(<\/script>)/s,
    (_all, open, json, close) => {
      const data: PageData = JSON.parse(json)
      const remotes = data.remotes.map((selected) =>
        selected.name === remote ? { ...selected, release: change(selected.release) } : selected,
      )
      return open + JSON.stringify({ ...data, remotes }).replaceAll('<', '\\u003c') + close
    },
  )
}
