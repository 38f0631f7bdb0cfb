import type { Locator } from '@playwright/test'
import type { ConsoleUser } from './console-user.ts'
import { brokenPlace, offReason } from './rollout-states.ts'

/** A click on a locator, or a text for a field. */
type Action = Locator | { readonly field: Locator; readonly text: string }

/** What somebody on call wants to know or to do. */
interface Question {
  readonly question: string
  /** From the overview. */
  readonly actions: readonly Action[]
  readonly answer: Locator
  readonly text: RegExp
}

/** Questions about a site that `prepareRollouts` has prepared, the most urgent first. `visitor`: the id of one in the weather's canary. */
export function listQuestions({ page, main, row, first, dialog }: ConsoleUser, visitor: string): Question[] {
  const navigation = page.getByRole('navigation', { name: 'Console' })
  const link = (name: string, within = main) => within.getByRole('link', { name, exact: true })
  const button = (name: string, within = main) => within.getByRole('button', { name })
  const field = (name: RegExp, text: string, within = main) => ({
    field: within.getByRole('textbox', { name }),
    text,
  })
  const rollout = link('2.1.0')
  const release = [rollout, link('2.1.0')]
  const rollBack = [
    button('Roll back account'),
    field(/^Reason/, 'nobody can log in', dialog),
    button('Roll back', dialog),
  ]
  const ofVisitor = [link('Who gets what', navigation), field(/^Visitor id/, visitor), button('Show')]
  const ask = (question: string, actions: readonly Action[], [answer, text]: [Locator, RegExp]) => ({
    ...{ question, actions, answer, text },
  })
  return [
    ask(
      'Why did the catalogue pause?',
      [],
      [row('catalogue'), /paused.*worse \/ good.*visitors had a request fail/],
    ),
    ask('Which share has 2.1.0?', [], [row('weather'), /2\.1\.0.*20 %/]),
    ask(
      'Did anyone turn the portfolio off? Who, and why?',
      [link('portfolio'), link('Its events in the log')],
      [row('remote.off'), new RegExp(`ben.*${offReason}`)],
    ),
    ask('Undo the release of this morning.', rollBack, [
      dialog,
      /Rolled back at .* New page views get 1\.0\.0/,
    ]),
    ask(
      'Is the canary worse, and by how much?',
      [rollout],
      [first, /^Errors rose from 0 % to \d+ % of visits \(between/],
    ),
    ask(
      'Which error do most visitors see, and where?',
      [rollout],
      [row('RangeError'), new RegExp(brokenPlace)],
    ),
    ask('Who started it, and from which commit?', release, [first, /by ana from commit [0-9a-f]{12}/]),
    ask('What does a visitor fetch who comes back?', release, [main, /downloads [\d.]+ kB/]),
    ask(
      'Which tokens exist, and when were they last used?',
      [link('Access', navigation)],
      [row('ben'), /ago|now/],
    ),
    ask('Which release does this visitor get?', ofVisitor, [row('weather'), /2\.1\.0.*canary/]),
  ]
}
