import puppeteer from 'puppeteer-core'
import { logPolicyViolations } from '../site/console-errors.ts'
import type { Engine } from './engine.ts'

// The hash of no bytes: Firefox checks the integrity of a preload that it has cancelled because the page is left.
const cancelledPreload = 'The computed hash is “47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=”.'

/** Starts Firefox, which puppeteer drives with WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath })
  return {
    async openTab() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => {
        const message = `uncaught: ${error}`
        if (!message.endsWith(cancelledPreload)) errors.push(message)
      })
      await page.evaluateOnNewDocument(logPolicyViolations)
      return {
        goTo: async (address) => void (await page.goto(address)),
        evaluate: async (expression) => String(await page.evaluate(expression)),
        click: ({ x, y }) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        async press(key, held) {
          if (held) await page.keyboard.down(held)
          await page.keyboard.press(key)
          if (held) await page.keyboard.up(held)
        },
        resize: (size) => page.setViewport(size),
        screenshot: async () => Buffer.from(await page.screenshot()),
        takeErrors: async () => errors.splice(0),
        close: () => context.close(),
      }
    },
    stop: () => browser.close(),
  }
}
