import { expect, type Page } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { startOAuthProvider } from '@portico/tools/testing/oauth-provider.ts'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'

const people = {
  grace: { id: 1, name: 'Grace Hopper', email: 'grace@example.com', isVerified: true },
  eve: { id: 2, name: 'Eve', email: 'eve@example.com', isVerified: false },
  hedy: { id: 3, name: 'Hedy Lamarr', email: 'hedy@example.com', isVerified: true },
}

/** Logs in on the pages of the provider, which need no script either. */
async function logsInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a visitor logs in with each provider, with and without JavaScript, and reaches the page that they wanted', {
  tag: '@soak',
}, async ({ newSite, consoleErrors }) => {
  consoleErrors.expect(/fonts\.googleapis\.com|favicon\.ico/) // of the provider's pages
  consoleErrors.expect(/status of 400/) // a script refuses the username itself
  const port = await getFreePort()
  const provider = await startOAuthProvider(people, { site: `http://127.0.0.1:${port}` })
  const { openPageAs } = await newSite({ port, env: provider.environment })
  try {
    for (const { javaScriptEnabled, username } of [
      { javaScriptEnabled: false, username: 'hedy' },
      { javaScriptEnabled: true, username: 'grace' },
    ])
      await test.step(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', async () => {
        const options = { javaScriptEnabled, viewport: { width: 320, height: 640 } }
        const page = await openPageAs('signed out', options)
        const main = page.getByRole('main')
        const heading = main.getByRole('heading', { level: 1 })
        const chooses = async (name: string) => {
          await page.getByLabel('Username', { exact: true }).fill(name)
          await main.getByRole('button', { name: 'Save' }).click()
        }
        await page.goto('/about')
        await main.getByRole('link', { name: 'Other ways to log in' }).click()
        await expect(main.getByRole('button')).toHaveText(['Continue with Google', 'Continue with GitHub'])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
        await main.getByRole('button', { name: 'Continue with Google' }).click()
        await expect(page).toHaveURL(new RegExp(`^http://127.0.0.1:${provider.port}/`))
        await logsInAtProvider(page, username)
        await expect(page).toHaveURL('/auth/google?username=&next=%2Fabout')
        await expect(heading).toHaveText('Choose a username')
        if (javaScriptEnabled) await waitForHydrationOf(heading)
        await chooses('a b')
        const field = page.getByLabel('Username', { exact: true })
        await expect(field).toHaveAccessibleDescription(/letters, digits/)
        await expect(field).toHaveValue('a b')
        await chooses(username)
        await expect(page).toHaveURL('/about')
        await page.goto('/profile')
        await expect(main).toContainText(`${username}@example.com`)
        await expect(main).toContainText('Google')
        await refusesUnverifiedEmail(await openPageAs('signed out', options))
      })
  } finally {
    await provider.stop()
  }
})

async function refusesUnverifiedEmail(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await page.goto('/auth?next=%2Fabout')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await logsInAtProvider(page, 'eve')
  await expect(main.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'The provider hasn’t verified your email.',
  )
  await expect(page).toHaveURL(/\/auth\/google\?next=%2Fabout/)
  await expect(main.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/auth/register?next=%2Fabout',
  )
}
