import { expect, type Locator, type Page } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** The carousel of the home page, in a page whose time passes only when the test says so. */
export interface Carousel {
  readonly root: Locator
  /** Shows the slide with this number, from 1. */
  shows(number: number): Promise<void>
  /** Turns by itself from now on, or does not: what the page has heard of pointer and focus comes a moment later. */
  rotates(does: boolean): Promise<void>
  /** Moves a finger over the slides, by so many pixels to the left. */
  swipe(pixels: number): Promise<void>
}

/** Opens the home page with its time stopped. */
export async function openCarousel(page: Page): Promise<Carousel> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto('/')
  const root = page.getByRole('region', { name: 'Featured projects' })
  const shows = async (number: number) => {
    await expect(root.getByRole('group', { name: new RegExp(`^${number} of \\d+: `) })).toBeVisible()
    await expect(root.getByRole('group')).toHaveCount(1)
  }
  const rotates = async (does: boolean) =>
    expect(root.locator('[aria-live]')).toHaveAttribute('aria-live', does ? 'off' : 'polite')
  await shows(1)
  await waitForHydration(page)
  return { root, shows, rotates, swipe: (pixels) => swipe(page, root.getByRole('group'), pixels) }
}

async function swipe(page: Page, slide: Locator, pixels: number): Promise<void> {
  await slide.scrollIntoViewIfNeeded()
  const box = await slide.boundingBox()
  if (box === null) throw new Error('The slide is not on the screen.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x - pixels, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}
