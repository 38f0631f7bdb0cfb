import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { emptyPage } from '../release-cli/browser/insert-release.ts'
import { failed } from '../release-cli/findings.ts'

/** Where the kit has the detector that the conformance tests of the site's own remotes use. */
export const detectorFile = 'shared/kit/testing/leak-detector.js'

/** Warm-up rounds, in which the shell and React set up what stays. */
const warmUpRounds = 2
const rounds = 5

const LeaksSchema = v.array(v.string())

/** Runs in the page: leaves it and returns, like a visitor. Returns the kinds that grow with every round. */
const countLeaks = `async (address, elsewhere) => {
  const wait = setTimeout.bind(window)
  const leaks = detectLeaks()
  const until = async (isDone) => {
    for (let tries = 0; !isDone(); tries++) {
      if (tries > 500) throw new Error('The shell did not navigate.')
      await new Promise((resolve) => wait(resolve, 20))
    }
  }
  const navigate = async (start) => {
    const heading = document.querySelector('main h1')
    start()
    await until(() => !heading.isConnected && document.querySelector('main h1') !== null)
  }
  const goElsewhere = () =>
    navigate(() => {
      history.pushState(null, '', elsewhere)
      dispatchEvent(new PopStateEvent('popstate'))
    })
  const comeBack = () => navigate(() => history.back())
  const count = (kinds) => Map.groupBy(kinds, (kind) => kind)
  let before
  for (let round = 0; round <= ${warmUpRounds + rounds}; round++) {
    if (round > 0) await comeBack()
    await goElsewhere()
    if (round === ${warmUpRounds}) before = count(leaks.outstanding())
  }
  const after = count(leaks.outstanding())
  leaks.stop()
  await comeBack()
  return [...after].filter(([kind, all]) => all.length - (before.get(kind)?.length ?? 0) >= ${rounds}).map(([kind]) => kind)
}`

/** Finds listeners and timers that a page leaks every time a visitor leaves it. */
export async function checkLeaks(tab: Page, address: string, detector: string): Promise<Finding[]> {
  const module = detector.replaceAll(/^export /gm, '')
  const argument = `${JSON.stringify(address)}, ${JSON.stringify(emptyPage)}`
  const kinds = v.parse(
    LeaksSchema,
    await tab.evaluate(`(() => { ${module}\nreturn (${countLeaks})(${argument}) })()`),
  )
  if (kinds.length === 0) return []
  return [
    failed(
      'conformance',
      `${address} leaks every time a visitor leaves it: ${kinds.join(', ')}.`,
      'Remove listeners and clear timers in the function that an effect returns.',
    ),
  ]
}
