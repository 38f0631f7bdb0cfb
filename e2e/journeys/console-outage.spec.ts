import { expect } from '@playwright/test'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { type Postgres, startPostgres } from '@portico/tools/testing/start-postgres.ts'
import { test } from '../site/fixtures.ts'
import { getConsoleOrigin } from '../site/start-site.ts'
import { createConsoleUser } from '../steps/console-user.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

let postgres: Postgres
test.beforeAll(async () => {
  postgres = await startPostgres()
})
test.afterAll(() => postgres.stop())

test('an open console says since when it is stale while the database is down, keeps what it shows, and recovers', {
  tag: '@soak',
}, async ({ newSite, consoleErrors }) => {
  const { site, openPageAs } = await newSite({ databaseUrl: postgres.url })
  const page = await openPageAs('signed out', { baseURL: getConsoleOrigin(site.origin) })
  const { signsIn, main, row, confirms, dialog } = createConsoleUser(page)
  await signsIn(readAdminToken(site))
  await expect(row('catalogue')).toContainText('1.0.0')
  consoleErrors.expect(/503 \(Service Unavailable\)/) // the browser's own wording

  await postgres.pause()
  await confirms('Roll back catalogue', 'a test')
  await expect(dialog.getByRole('alert')).toContainText(/unavailable|try again/i)
  await page.keyboard.press('Escape')
  const stale = page.getByRole('status').filter({ hasText: /^Live updates stopped at \d\d:\d\d/ })
  await expect(stale).toBeVisible()
  await expect(row('catalogue'), 'what was known').toContainText('1.0.0')
  await expect(main).toHaveAttribute('data-stale')

  await postgres.resume()
  await expect(stale).toHaveCount(0)
  await expect(main.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await createReleaseTeam(site).release('freeze', 'catalogue', '--reason', 'after the outage')
  await expect(row('catalogue')).toContainText('after the outage')
})
