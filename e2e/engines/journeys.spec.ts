import { expect } from '@playwright/test'
import sharp from 'sharp'
import { createAccount, createPerson } from '../site/accounts.ts'
import { readQrCode } from '../steps/read-qr-code.ts'
import { test } from './fixtures.ts'

test('a visitor registers, verifies with the emailed code and logs out', async ({ visitor, api }) => {
  const ada = createPerson()
  const banner = { role: 'banner' }
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  await visitor.clicks({ role: 'button', name: 'Get Start', within: banner })
  await visitor.clicks({ role: 'link', name: 'Register', within: banner })
  await visitor.isAt('/auth/register', 'Register')
  await visitor.registers(ada)
  await visitor.isAt('/profile/verify', 'Email Verification')
  await visitor.verifies(ada, api)
  await visitor.isAt('/', 'HomePage')
  await visitor.sees({ text: 'Your email is verified.' })

  await visitor.clicks({ role: 'button', name: 'Profile', within: banner })
  await visitor.presses('Escape')
  await visitor.doesNotSee({ role: 'link', name: 'Logout', within: banner })
  await visitor.clicks({ role: 'button', name: 'Profile', within: banner })
  await visitor.clicks({ role: 'link', name: 'Logout', within: banner })
  await visitor.clicks({ role: 'button', name: 'Log out', within: { role: 'main' } })
  await visitor.isAt('/auth/login', 'Login')
})

test('a link to a category leads through the login to its endpoints, and a row opens and closes', async ({
  visitor,
  playwright,
  site,
}) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await visitor.opens('/api/news')
  await visitor.isAt('/auth/login?next=%2Fapi%2Fnews', 'Login')
  await visitor.logsIn(ada)
  await visitor.isAt('/api/news', 'News')
  const link = { text: 'News article', within: { role: 'table' } }
  await visitor.clicks(link)
  await visitor.isAt('/api/news?row=esana_news', 'News')
  const row = { role: 'region', name: 'News article' }
  await visitor.sees(row)
  await visitor.clicks(link)
  await visitor.doesNotSee(row)
  await visitor.clicks({ role: 'link', name: 'Try it: News comments' })
  await visitor.hasFocusOn({ role: 'heading', name: 'Try it' })
})

test('search and the command palette find an endpoint', async ({ visitor, playwright, site }) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await visitor.opens('/api')
  await visitor.logsIn(ada)
  await visitor.isAt('/api', 'Api')
  await visitor.fills('Search all categories', 'zen tokyo')
  await visitor.clicks({ role: 'link', start: 'Zen Tokyo Zoo' })
  await visitor.isAt('/api/rgb?row=rgb.381', 'RGB Text Effect')
  await visitor.sees({ role: 'region', name: 'Zen Tokyo Zoo' })

  await visitor.presses('k', 'Control')
  const dialog = { role: 'dialog', name: 'Search the site' }
  await visitor.hasFocusOn({ role: 'searchbox', within: dialog })
  await visitor.tab.type('facebook')
  await visitor.sees({ role: 'link', start: 'Facebook', within: dialog })
  await visitor.presses('Enter')
  await visitor.isAt('/api/download?row=fb', 'Download')
  await visitor.doesNotSee(dialog)
})

test('the QR code on the page is readable, also in full screen', async ({ visitor, playwright, site }) => {
  const link = 'https://api.whatsapp.com/send?phone=12025550143&text=Good%20day%20%26%20goodbye'
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await visitor.opens('/projects/bot-qr/qr')
  await visitor.logsIn(ada)
  await visitor.fills('First message (optional)', 'Good day & goodbye')
  await visitor.sees({ text: link })
  /** A screenshot shows the last frame that was painted, which a busy WebKit does some time after the change. */
  const isReadable = (takeImage: () => Promise<Buffer>) =>
    expect.poll(async () => readQrCode(await takeImage()).catch(String), 'the QR code').toBe(link)
  await isReadable(async () => {
    const { box } = await visitor.sees({ role: 'img', start: 'QR code' })
    const region = { left: box.x, top: box.y, width: box.width, height: box.height }
    const screenshot = sharp(await visitor.tab.screenshot())
    return screenshot.extract(round(region)).png().toBuffer()
  })

  const button = { role: 'button', name: 'Full screen' }
  await visitor.clicks(button)
  const dialog = { role: 'dialog', start: 'QR code for' }
  await visitor.sees(dialog)
  await isReadable(visitor.tab.screenshot)
  await visitor.presses('Escape')
  await visitor.doesNotSee(dialog)
  await visitor.hasFocusOn(button)
})

test('on a phone the menu opens below the header, and the theme can be changed', async ({ visitor }) => {
  await visitor.tab.resize({ width: 390, height: 844 })
  await visitor.opens('/')
  await visitor.isAt('/', 'HomePage')
  const header = await visitor.sees({ role: 'banner' })
  await visitor.clicks({ role: 'button', name: 'Menu' })
  const navigation = { role: 'navigation', name: 'Main' }
  const home = await visitor.sees({ role: 'link', name: 'Home', within: navigation })
  expect(home.box.y).toBeGreaterThanOrEqual(header.box.height)
  await visitor.clicks({ role: 'radio', name: 'Dark' })
  await expect.poll(() => visitor.tab.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await visitor.clicks({ role: 'link', name: 'Projects', within: navigation })
  await visitor.isAt('/auth/login?next=%2Fprojects', 'Login')
  await visitor.doesNotSee({ role: 'link', name: 'Home', within: navigation })
})

test('Back and Forward return to pages and positions, and ask before changes are lost', async ({
  visitor,
  playwright,
  site,
}) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  await visitor.opens('/api')
  await visitor.logsIn(ada)
  await visitor.isAt('/api', 'Api')
  const run = (code: string) => visitor.tab.evaluate(`String(${code})`)
  // A search for an element would scroll.
  const follow = (path: string) => run(`document.querySelector('header a[href="${path}"]').click()`)
  const isAtPosition = (title: string, y: number) =>
    expect
      .poll(() => run("document.title.split(' | ')[0] + ' ' + Math.round(scrollY)"), 'title and position')
      .toBe(`${title} ${y}`)
  await expect.poll(() => run('(scrollTo(0, 300), Math.round(scrollY))')).toBe('300')
  await follow('/about')
  await isAtPosition('About Us', 0)
  await run('history.back()')
  await isAtPosition('Api', 300)
  await run('history.forward()')
  await isAtPosition('About Us', 0)
  await run('(history.back(), history.forward())')
  await isAtPosition('About Us', 0)

  // After pages of other remotes, a page with a password has a document of its own: only in it does the shell ask.
  await follow('/profile/update')
  await visitor.isAt('/profile/update', 'Update Profile')
  await follow('/profile')
  await visitor.isAt('/profile', 'Profile')
  await run('history.back()')
  await visitor.isAt('/profile/update', 'Update Profile')
  await visitor.fills('Name', 'Not saved yet')
  const dialog = { role: 'dialog', name: 'Leave without saving?' }
  await run('history.forward()')
  await visitor.sees(dialog)
  await expect.poll(() => run('location.pathname')).toBe('/profile/update')
  await visitor.presses('Escape')
  await visitor.doesNotSee(dialog)
  await run('history.forward()')
  await visitor.clicks({ role: 'button', name: 'Leave', within: dialog })
  await visitor.isAt('/profile', 'Profile')
})

function round<Region extends Record<string, number>>(region: Region): Region {
  return Object.assign(
    {},
    region,
    ...Object.entries(region).map(([key, value]) => ({ [key]: Math.round(value) })),
  )
}
