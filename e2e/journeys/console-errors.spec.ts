import { test } from '../site/fixtures.ts'

// A page without scripts of its own, which is the cheapest.
const address = '/-/account/confirm?verified'

test('a test waits for its declared errors, which a browser reports after their cause', async ({
  page,
  consoleErrors,
}) => {
  await page.goto(address)
  consoleErrors.expect(/late/)
  const checked = consoleErrors.check()
  await page.evaluate(() => console.error('late'))
  await checked
})

// Each of these must fail: otherwise journeys would miss real errors.
test.describe('a test fails', () => {
  test.fail()

  test('on a console error', async ({ page }) => {
    await page.goto(address)
    await page.evaluate(() => console.error('of the page'))
  })

  test('on an uncaught error', async ({ page }) => {
    await page.goto(address)
    // The browser reports a rejection only after the task in which it happened.
    const reported = page.waitForEvent('pageerror')
    await page.evaluate(() => void Promise.reject(new Error('of the page')))
    await reported
  })

  test('on a policy violation', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">inline</p>'),
    )
  })

  test('on a missing file', async ({ page }) => {
    await page.goto(address)
    await page.evaluate(() => fetch('/r/shell/none').then(({ status }) => status))
  })

  test('on a console error in a second browser', async ({ openPageAs }) => {
    const page = await openPageAs('signed in')
    await page.goto(address)
    await page.evaluate(() => console.error('of the page'))
  })

  test('when a declared error does not occur', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/status of 404/)
    await page.goto(address)
  })
})
