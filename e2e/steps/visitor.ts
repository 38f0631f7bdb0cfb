import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from '../site/accounts.ts'
import { getCode, getLink, waitForEmail } from '../site/mailbox.ts'

/** What a visitor does in a browser, and what they see there. */
export interface Visitor {
  readonly page: Page
  opens(address: string): Promise<void>
  /** Follows a link of the account menu, whose name depends on the visitor's state. */
  followsMenuLink(menu: 'Get Start' | 'Profile', link: string): Promise<void>
  /** Follows a link of the header. */
  followsHeaderLink(link: string): Promise<void>
  registers(person: Person): Promise<void>
  verifiesByCode(person: Person): Promise<void>
  verifiesByLink(person: Person): Promise<void>
  logsIn(login: string, password: string): Promise<void>
  logsOut(): Promise<void>
  /** Expects the message of the previous page. */
  isTold(message: string): Promise<void>
  /** Expects the page with this path and title to be loaded. */
  isAt(address: string, title: string): Promise<void>
  heading(): Locator
}

/** Creates the steps of the visitor who uses `page`. */
export function createVisitor(page: Page): Visitor {
  const heading = () => page.getByRole('main').getByRole('heading', { level: 1 })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  return {
    page,
    heading,
    async opens(address) {
      await page.goto(address)
    },
    async followsMenuLink(menu, link) {
      const banner = page.getByRole('banner')
      await banner.getByRole('button', { name: menu, exact: true }).click()
      await banner.getByRole('link', { name: link, exact: true }).click()
    },
    async followsHeaderLink(link) {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: link, exact: true })
        .click()
    },
    async registers({ username, email, password }) {
      await field('Username').fill(username)
      await field('Email').fill(email)
      await field('Password').fill(password)
      await button('Create account').click()
    },
    async verifiesByCode({ email }) {
      const code = getCode(await waitForEmail(page.request, email))
      await field('Verification code').fill(code)
      await page.keyboard.press('Enter') // the field still has the focus
    },
    async verifiesByLink({ email }) {
      await page.goto(getLink(await waitForEmail(page.request, email)))
      await page.getByRole('checkbox', { name: email }).check()
      await page.getByRole('button', { name: 'Verify' }).click()
    },
    async logsIn(login, password) {
      await field('Username or email').fill(login)
      await field('Password').fill(password)
      await button('Log in').click()
    },
    async logsOut() {
      await this.followsMenuLink('Profile', 'Logout')
      await button('Log out').click()
    },
    async isTold(message) {
      await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
    },
    async isAt(address, title) {
      await expect(page).toHaveURL(address)
      await expect(page).toHaveTitle(`${title} | Ada Example`)
      await expect(heading()).toBeVisible()
      await expect(page.getByText('Loading...')).toBeHidden()
    },
  }
}
