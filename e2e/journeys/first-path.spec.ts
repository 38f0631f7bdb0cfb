import { expect } from '@playwright/test'
import { newPerson } from '../site/accounts.ts'
import { test } from '../site/journey.ts'
import { visitorOn } from '../steps/visitor.ts'

const categoryPath = /^\/api\/[^/]+$/

test('a visitor registers, verifies by the code from the mail, and browses the whole catalogue', async ({
  site,
  page,
}) => {
  test.slow() // twenty pages
  const ada = newPerson()
  const visitor = visitorOn(page)

  await visitor.opens('/')
  await visitor.isOn('/', 'HomePage')
  await visitor.choosesInMenu('Get Start', 'Register')
  await visitor.isOn('/auth/register', 'Register')
  await visitor.registers(ada)
  await visitor.isOn('/profile/verify', 'Email Verification')
  await visitor.verifiesWithTheCodeOf(ada)
  await visitor.isOn('/', 'HomePage')

  await visitor.choosesInHeader('Api')
  await visitor.isOn('/api', 'Api')
  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  const categories = pages.filter(({ path }) => categoryPath.test(path))
  expect(categories).toHaveLength(18)
  for (const { path, title, count } of categories) {
    await test.step(path, async () => {
      await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
      await visitor.isOn(path, title)
      await expect(visitor.heading()).toHaveText(title)
      await expect(page.getByRole('main').getByRole('rowheader')).toHaveCount(count ?? Number.NaN)
      if (count === 0) await expect(page.getByRole('main')).toContainText('This category is empty')
      await page.goBack()
      await visitor.isOn('/api', 'Api')
    })
  }

  await visitor.logsOut()
  await visitor.isOn('/auth/login', 'Login')
})

test('a visitor verifies by the link in the mail, and logs in by username and by email', async ({ page }) => {
  const ada = newPerson()
  const visitor = visitorOn(page)

  await visitor.opens('/auth/register')
  await visitor.registers(ada)
  await visitor.isOn('/profile/verify', 'Email Verification')
  await visitor.verifiesWithTheLinkOf(ada)
  await visitor.isOn('/', 'HomePage')
  await visitor.logsOut()

  for (const login of [ada.username, ada.email, ada.email.toUpperCase()]) {
    await visitor.isOn('/auth/login', 'Login')
    await visitor.logsIn(login, ada.password)
    await visitor.isOn('/', 'HomePage')
    await visitor.opens('/api/text_effect_i')
    await visitor.isOn('/api/text_effect_i', 'Text Effect 1')
    await visitor.logsOut()
  }
})

test('the link in the mail confirms the account from another browser, too', async ({ page, browserOf }) => {
  const ada = newPerson()
  const visitor = visitorOn(page)
  await visitor.opens('/auth/register')
  await visitor.registers(ada)
  await visitor.isOn('/profile/verify', 'Email Verification')

  const phone = visitorOn(await browserOf('signed out'))
  await phone.verifiesWithTheLinkOf(ada)
  await phone.isOn('/auth/login', 'Login')
  await phone.logsIn(ada.username, ada.password)
  await phone.isOn('/', 'HomePage')

  await page.reload()
  await visitor.isOn('/', 'HomePage')
})

test('an unverified visitor who logs in again is asked for the code first, and then sees the page they wanted', async ({
  page,
  browserOf,
}) => {
  const ada = newPerson()
  await visitorOn(page).opens('/auth/register')
  await visitorOn(page).registers(ada)
  await visitorOn(page).isOn('/profile/verify', 'Email Verification')

  const laptop = visitorOn(await browserOf('signed out'))
  await laptop.opens('/api/text_effect_i?from=mail')
  await laptop.logsIn(ada.email, ada.password)
  await laptop.isOn(
    `/profile/verify?next=${encodeURIComponent('/api/text_effect_i?from=mail')}`,
    'Email Verification',
  )
  await laptop.verifiesWithTheCodeOf(ada)
  await laptop.isOn('/api/text_effect_i?from=mail', 'Text Effect 1')
})
