import { expect, type Page } from '@playwright/test'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import type { createReleaseTeam } from './release-team.ts'

/** Somebody who uses the console. */
export type ConsoleUser = ReturnType<typeof createConsoleUser>

/** What somebody does in the console, which `page` has as its base URL, and what they see. */
export function createConsoleUser(page: Page) {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  return {
    page,
    main,
    dialog,
    async signsIn(token: string, next = '/') {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await page.getByRole('textbox', { name: 'Release token' }).fill(token)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
    },
    /** Presses the button that opens a dialog, and confirms it with a reason. */
    async confirms(button: string, reason: string) {
      await main.getByRole('button', { name: button }).click()
      await dialog.getByLabel(/^Reason/).fill(reason)
      await page.keyboard.press('Enter')
    },
    /** A row of a table, by its first cell. */
    row: (name: string) =>
      main.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) }),
    /** The first sentences of a page about an app, a rollout or a release. */
    first: main.locator('header p').first(),
  }
}

/** The addresses of the console's pages on a site that `prepareRollouts` has prepared, by what they show. */
export async function listConsolePages(
  team: Pick<ReturnType<typeof createReleaseTeam>, 'release'>,
): Promise<Readonly<Record<string, string>>> {
  const read = async (remote: string) =>
    v.parse(v.object({ rollout: RolloutSchema }), (await team.release('status', remote)).output).rollout
  const [weather, catalogue, account] = [
    await read('weather'),
    await read('catalogue'),
    await read('account'),
  ]
  return {
    overview: '/',
    'rollout-running': `/rollouts/${weather.id}`,
    'rollout-paused': `/rollouts/${catalogue.id}`,
    'rollout-over': `/rollouts/${account.id}`,
    remote: '/remotes/weather',
    off: '/remotes/portfolio',
    shell: '/remotes/shell',
    release: `/remotes/weather/releases/${weather.to}`,
    log: '/log',
    visitors: '/visitors?bucket=7',
    access: '/access',
    site: '/site',
  }
}
