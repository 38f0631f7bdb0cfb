import { expect } from '@playwright/test'
import { inspectFile } from '@portico/protocol/release/inspect-parameter.ts'
import { test } from '../site/fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { waitForHydration } from '../steps/hydrated.ts'

test('a tester sees which release each part of a page comes from, with the keyboard alone', {
  tag: '@soak',
}, async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/')
  await waitForHydration(page)
  expect(requested.filter((url) => url.includes(inspectFile))).toEqual([])

  await page.goto('/?inspect')
  const panel = page.getByRole('region', { name: 'Inspector' })
  const { portfolio } = site.releases.remotes
  await expect(panel.getByRole('listitem').nth(1)).toContainText(
    `portfolio ${portfolio?.stable.version}-${portfolio?.stable.hash} · ${portfolio?.team}`,
  )
  await expect(panel).toContainText('Not on this page')
  await expectAccessible(page)
  const show = panel.getByRole('button', { name: 'Page', exact: true })
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
