import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { findProgram } from '@portico/tools/system/system-packages.ts'
import * as v from 'valibot'
import type { Engine, Key, Tab } from './engine.ts'

const host = '127.0.0.1'
// Without its toolbar, a window may be as narrow as a phone.
const browserOptions = { args: ['--automation', '--full-screen'] }
const SessionSchema = v.object({ sessionId: v.string() })
const ErrorSchema = v.object({ error: v.string(), message: v.string() })

/** Starts WebKitGTK's driver on its own display. The driver has one tab at a time, in its own browser. */
export async function startWebkit(driverPath: string): Promise<Engine> {
  const { display, xvfb } = await startDisplay()
  const port = await getFreePort()
  const driver = spawn(driverPath, [`--port=${port}`, `--host=${host}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  })
  const sessions = `http://${host}:${port}/session`
  await expect
    .poll(() =>
      fetch(`http://${host}:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return {
    async openTab() {
      const capabilities = {
        // Otherwise every step would wait until the page and its scripts have loaded.
        alwaysMatch: { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': browserOptions },
      }
      const { sessionId } = v.parse(SessionSchema, await send('POST', sessions, { capabilities }))
      return createTab(`${sessions}/${sessionId}`)
    },
    async stop() {
      await endProcess(driver)
      await endProcess(xvfb)
    },
  }
}

async function startDisplay(): Promise<{ display: string; xvfb: ChildProcess }> {
  const server = findProgram(['Xvfb'])
  if (server === null) throw new Error('WebKit needs a display, and there is no Xvfb in PATH. Install xvfb.')
  const xvfb = spawn(server, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const output = xvfb.stdio[3]
  if (!(output instanceof Readable)) throw new Error('Xvfb has no output for its display number.')
  const [number] = await once(output, 'data')
  return { display: `:${String(number).trim()}`, xvfb }
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function send(method: 'POST' | 'GET' | 'DELETE', address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = v.parse(v.object({ value: v.unknown() }), await response.json())
  if (response.ok) return value
  const { error, message } = v.parse(ErrorSchema, value)
  throw new Error(`${method} ${address} responded with ${response.status}: ${error}. ${message}`)
}

function createTab(session: string): Tab {
  const post = (command: string, body: object) => send('POST', `${session}/${command}`, body)
  const perform = (type: 'pointer' | 'key', actions: readonly object[]) =>
    post('actions', { actions: [{ type, id: type, actions }] })
  const evaluate = async (expression: string) =>
    v.parse(v.string(), await post('execute/sync', { script: `return ${expression}`, args: [] }))
  const readErrors = async () =>
    v.parse(ErrorsSchema, await evaluate('JSON.stringify(window.recordedErrors?.splice(0) ?? [])'))
  const earlierErrors: string[] = []
  const takeErrors = async () => [...earlierErrors.splice(0), ...(await readErrors())]
  return {
    evaluate,
    async goTo(url) {
      earlierErrors.push(...(await readErrors())) // the page loses its record
      await evaluate('String(window.isLeft = true)')
      await post('url', { url })
      const isLoaded = `String(window.isLeft !== true && document.readyState === 'complete')`
      await expect.poll(() => evaluate(isLoaded).catch(String), `load of ${url}`).toBe('true')
    },
    click: async ({ x, y }) =>
      void (await perform('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])),
    type: async (text) => void (await perform('key', [...text].flatMap(stroke))),
    async press(key, held) {
      const strokes = stroke(keyCodes[key] ?? key)
      await perform('key', held ? [keyDown(control), ...strokes, keyUp(control)] : strokes)
    },
    async resize({ width, height }) {
      await post('window/rect', { x: 0, y: 0, width, height })
      await post('execute/async', { script: waitForFrames, args: [] })
    },
    screenshot: async () =>
      Buffer.from(v.parse(v.string(), await send('GET', `${session}/screenshot`)), 'base64'),
    takeErrors,
    close: async () => void (await send('DELETE', session)),
  }
}

// A new size applies to media queries only in a frame, which nothing else requests without a window manager.
const waitForFrames = `const [done] = arguments
requestAnimationFrame(() => requestAnimationFrame(done))`
const ErrorsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

// W3C WebDriver, "Keyboard actions": keys that type no character are in Unicode's private use area.
const control = '\uE009'
const keyCodes: Partial<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  Backspace: '\uE003',
}
const keyDown = (value: string) => ({ type: 'keyDown', value })
const keyUp = (value: string) => ({ type: 'keyUp', value })
const stroke = (value: string) => [keyDown(value), keyUp(value)]
