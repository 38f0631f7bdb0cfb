import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { failed } from '../findings.ts'
import { describeFunction } from './source-position.ts'

/** Schema of the first difference between a prerendered page and what the browser rendered in its place. */
const MismatchSchema = v.object({
  prerendered: v.string(),
  browser: v.string(),
  /** The elements around it, such as `section > p`. */
  place: v.string(),
  /** The components around it, from the inside out: the texts of their functions. */
  components: v.array(v.string()),
})

/** The errors with which React says that HTML differs, in a production build, and in development. */
export const hydrationError =
  /Minified React error #(?:418|422|423|425)\b|Hydration failed|error while hydrating/

/*
 * The shell logs the error in the same task in which React has rendered the page anew: its effects have not run yet, and what differs
 * now is the mismatch.
 */
const listenForMismatches = `{
  let before = null
  document.addEventListener('readystatechange', () => {
    before ??= document.querySelector('#root[data-prerendered] main')?.cloneNode(true) ?? null
  })
  const listNodes = (parent) => {
    const nodes = []
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE && node.localName !== 'script') nodes.push({ tag: node.localName, node })
      if (node.nodeType !== Node.TEXT_NODE || node.data === '') continue
      const last = nodes.at(-1)
      if (last?.tag === '#text') last.text += node.data
      else nodes.push({ tag: '#text', text: node.data })
    }
    return nodes
  }
  const show = (it) => (it === undefined ? 'nothing' : (it.text ?? it.node.outerHTML).slice(0, 120))
  const compare = (expected, actual) => {
    const [built, shown] = [listNodes(expected), listNodes(actual)]
    for (let at = 0; at < Math.max(built.length, shown.length); at++) {
      const [before, after] = [built[at], shown[at]]
      if (before?.tag !== after?.tag || before.text !== after.text)
        return { prerendered: show(before), browser: show(after), element: actual }
      const inside = before.tag === '#text' ? null : compare(before.node, after.node)
      if (inside !== null) return inside
    }
    return null
  }
  const listAncestors = (element) => {
    const names = []
    for (let at = element; at !== null && at.localName !== 'main'; at = at.parentElement) names.unshift(at.localName)
    return names.slice(-4).join(' > ')
  }
  const listComponents = (element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
    const components = []
    for (let fiber = element[key]; fiber && components.length < 8; fiber = fiber.return) {
      const type = fiber.type?.type ?? fiber.type?.render ?? fiber.type
      if (typeof type === 'function') components.push(String(type))
    }
    return components
  }
  const log = console.error
  console.error = (...given) => {
    if (given[0] instanceof Error && ${hydrationError}.test(given[0].message)) {
      const main = document.querySelector('main')
      const found = before && main && compare(before, main)
      const { element = main, prerendered = '', browser = '' } = found ?? {}
      releaseCheckMismatch({ prerendered, browser, place: listAncestors(element), components: listComponents(element) })
    }
    log.apply(console, given)
  }
}`

/** Records where React had to render a prerendered page anew. */
export async function recordMismatches(
  tab: Page,
  folder: string,
): Promise<{ getFindings(address: string): Finding[] }> {
  const messages = new Set<string>()
  await tab.exposeFunction('releaseCheckMismatch', (detail: unknown) => {
    messages.add(describeMismatch(folder, v.parse(MismatchSchema, detail)))
  })
  await tab.addInitScript({ content: listenForMismatches })
  return {
    getFindings: (address) =>
      [...messages].map((message) =>
        failed(
          'hydration',
          `${address} renders differently in the browser than in the build: ${message}.`,
          'Dates, time zones, languages, random numbers and window differ between the build and browsers: show what depends on them in an effect, or once useIsHydrating is false.',
        ),
      ),
  }
}

function describeMismatch(
  folder: string,
  { prerendered, browser, place, components }: v.InferOutput<typeof MismatchSchema>,
): string {
  const component = components.map((text) => describeFunction(folder, text)).find((name) => name !== null)
  const where = [component, place].filter(Boolean).join(', in ')
  const texts = prerendered === browser ? '' : `: the build has “${prerendered}”, the browser “${browser}”`
  return (where === '' ? 'the page' : where) + texts
}
