import type { Page } from '@playwright/test'

/**
 * Makes the tasks of an open page wait that it starts by a message to itself, as React does to render a transition: a device
 * that is too slow. What a visitor types still appears. Returns a function that lets them run.
 */
export async function holdTasks(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype
    const held: (() => void)[] = []
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      held.push(() => postMessage.call(this, message))
    }
    Reflect.set(window, 'releaseTasks', () => {
      MessagePort.prototype.postMessage = postMessage
      for (const post of held) post()
    })
  })
  return () => page.evaluate(() => Reflect.get(window, 'releaseTasks')())
}
