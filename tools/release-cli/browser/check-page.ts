import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import type { PageScripts } from '../command.ts'
import { failed } from '../findings.ts'
import { type CheckedPage, checkLeftovers, watchLeftovers } from './check-leftovers.ts'
import type { PageCheck } from './open-page.ts'

const ViolationsSchema = v.array(
  v.object({ id: v.string(), help: v.string(), helpUrl: v.string(), elements: v.array(v.string()) }),
)

const StructureSchema = v.object({
  headings: v.array(v.nullable(v.string())),
  landmarks: v.array(v.string()),
})
// A header or footer inside a section is not a landmark of the document.
const readStructure = `({
  headings: [...document.querySelectorAll('main h1')].map((heading) => heading.getAttribute('tabindex')),
  landmarks: ['main', 'header', 'footer', '[role=main]', '[role=banner]', '[role=contentinfo]']
    .flatMap((landmark) => [...document.querySelectorAll('main ' + landmark)])
    .filter((it) => it.parentElement.closest('main, article, aside, nav, section').matches('main'))
    .map(({ tagName }) => tagName.toLowerCase()),
})`

/** The conformance and accessibility checks of a page that has mounted in the shell. */
export function createPageCheck(
  { folder, record }: Pick<CheckedPage, 'folder' | 'record'>,
  { axe, detector }: PageScripts,
): PageCheck {
  return {
    prepare: (tab) => watchLeftovers(tab, detector),
    run: async (tab, { address }, budget) => [
      ...(await checkStructure(tab, address)),
      ...(await checkAccessibility(tab, address, axe)),
      ...(await checkNarrow(tab, address)),
      ...(await checkLeftovers(tab, { address, folder, record, budget })), // last: it leaves the page
    ],
  }
}

async function checkStructure(tab: Page, address: string): Promise<Finding[]> {
  const { headings, landmarks } = v.parse(StructureSchema, await tab.evaluate(readStructure))
  const findings: Finding[] = []
  if (headings.length !== 1 || headings[0] !== '-1')
    findings.push(
      failed(
        'conformance',
        `${address} has ${headings.length} level-1 headings, of which the first has tabIndex ${headings[0]}.`,
        'Show exactly one <h1 tabIndex={-1}>: the shell moves the focus there after a navigation.',
      ),
    )
  if (landmarks.length > 0)
    findings.push(
      failed(
        'conformance',
        `${address} has landmarks that the shell already provides: ${landmarks.join(', ')}.`,
        'Use <section>, <article> or <div>: the document’s header, main and footer belong to the shell.',
      ),
    )
  return findings
}

async function checkAccessibility(tab: Page, address: string, axe: string): Promise<Finding[]> {
  await tab.evaluate(axe)
  const found = new Map<string, Finding>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations =
      await tab.evaluate(`axe.run('main', { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, help, helpUrl, nodes }) => ({ id, help, helpUrl, elements: nodes.map(({ html }) => html) })))`)
    for (const { id, help, helpUrl, elements } of v.parse(ViolationsSchema, violations)) {
      const shown = elements.slice(0, 3).map((html) => `\n          ${html.slice(0, 160)}`)
      const message = `${address}, ${colorScheme} theme: ${help} (${id})${shown.join('')}\n       .`
      if (!found.has(id)) found.set(id, failed('accessibility', message, `See ${helpUrl}`))
    }
  }
  return [...found.values()]
}

async function checkNarrow(tab: Page, address: string): Promise<Finding[]> {
  const before = tab.viewportSize()
  await tab.setViewportSize({ width: 320, height: 800 })
  const excess = v.parse(v.number(), await tab.evaluate('document.documentElement.scrollWidth - innerWidth'))
  if (before !== null) await tab.setViewportSize(before)
  if (excess <= 0) return []
  const hint = 'Let content wrap or scroll inside its own box: zoomed text has just as little room.'
  return [failed('accessibility', `${address} is ${excess} px too wide for a window of 320 px.`, hint)]
}
