import { test } from '../site/fixtures.ts'

// Each of these has to fail: what a journey would miss if it did not is a fault that nobody sees.
test.describe('a test fails', () => {
  test.fail()

  test('when something is printed as an error', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => console.error('of the page'))
  })

  test('when an error is caught by nobody', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => void Promise.reject(new Error('of the page')))
  })

  test('when the page does what its policy forbids', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">inline</p>'),
    )
  })

  test('when a file is missing', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => fetch('/r/shell/none').then(({ status }) => status))
  })

  test('in another browser of the same test, too', async ({ openPageAs }) => {
    const page = await openPageAs('signed in')
    await page.goto('/')
    await page.evaluate(() => console.error('of the page'))
  })

  test('when what was declared did not come', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/status of 404/)
    await page.goto('/')
  })
})
