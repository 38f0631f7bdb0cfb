import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { createVisitor } from '../steps/visitor.ts'

test('the About page and the CV list the same experience, and the CV prints on one page', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await visitor.opens('/about')
  await visitor.isAt('/about', 'About Us')
  const entries = page.getByRole('region', { name: 'Experience' }).getByRole('heading', { level: 3 })
  await expect(entries).not.toHaveCount(0)
  const onAboutPage = await entries.allTextContents()
  await page.getByRole('link', { name: 'Read my CV' }).click()
  await visitor.isAt('/cv', 'CV')
  expect(await entries.allTextContents()).toEqual(onAboutPage)
  await expect(page.getByRole('link', { name: 'ada@example.com' })).toHaveAttribute(
    'href',
    'mailto:ada@example.com',
  )

  await test.step('the print button prints', async () => {
    await page.getByRole('button', { name: 'Print or save as PDF' }).click()
    await expect(page.locator('html[data-printed]')).toBeAttached()
  })

  for (const format of ['A4', 'Letter'] as const)
    await test.step(`the sample prints on one page of ${format}`, async () => {
      const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    })

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  const colorScheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(colorScheme, 'print uses the light theme').toBe('light')
})
