import { expect, type Locator, type Page } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** The carousel of the home page, on a page whose clock only the test advances. */
export interface Carousel {
  readonly root: Locator
  /** Expects slide `number`, counted from 1. */
  shows(number: number): Promise<void>
  /** Expects the automatic rotation to be on or off. It waits, because pointer and focus take effect a moment later. */
  rotates(isRotating: boolean): Promise<void>
  /** Swipes the slides by this many pixels to the left. */
  swipe(pixels: number): Promise<void>
}

/** Opens the home page with its clock stopped. */
export async function openCarousel(page: Page): Promise<Carousel> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto('/')
  const root = page.getByRole('region', { name: 'Featured projects' })
  const shows = async (number: number) => {
    await expect(root.getByRole('group', { name: new RegExp(`^${number} of \\d+: `) })).toBeVisible()
    await expect(root.getByRole('group')).toHaveCount(1)
  }
  const rotates = async (isRotating: boolean) =>
    expect(root.locator('[aria-live]')).toHaveAttribute('aria-live', isRotating ? 'off' : 'polite')
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
