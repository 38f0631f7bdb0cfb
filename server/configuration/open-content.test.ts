import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyContent } from '@portico/kit/content/content.ts'
import { hostileContent } from '@portico/kit/testing/hostile-content.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeMissingContent, openContent } from './open-content.ts'

let contentFolder: string
let time = 1_000
beforeEach(() => {
  contentFolder = mkdtempSync(join(tmpdir(), 'content-'))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(contentFolder, { recursive: true, force: true })
})

function write(text: string): void {
  mkdirSync(contentFolder, { recursive: true })
  const file = join(contentFolder, 'content.json')
  writeFileSync(file, text)
  time += 1
  utimesSync(file, time, time)
}

const onError = vi.fn<(error: unknown) => void>()
const wait = () => vi.advanceTimersByTime(1_000)

test('a site without built content has none, until there is some', () => {
  const content = openContent({ contentFolder }, onError)
  expect(content.read().content).toEqual(emptyContent)
  write(JSON.stringify(hostileContent))
  wait()
  expect(content.read().content).toEqual(hostileContent)
})

test('content that is built again is read within a second, and has another address', () => {
  write(JSON.stringify(emptyContent))
  const content = openContent({ contentFolder }, onError)
  const before = content.read()
  write(JSON.stringify(hostileContent))
  expect(content.read()).toBe(before)
  wait()
  expect(content.read().content).toEqual(hostileContent)
  expect(content.read().address).not.toBe(before.address)
  const after = content.read()
  write(JSON.stringify(hostileContent))
  wait()
  expect(content.read()).toBe(after)
})

test.each(['{', '{"projects":[{"slug":"A"}]}'])(
  'a file that becomes %j is reported once, and the content stays as it was',
  (invalid) => {
    onError.mockReset()
    write(JSON.stringify(hostileContent))
    const content = openContent({ contentFolder }, onError)
    write(invalid)
    for (let second = 0; second < 3; second++) {
      wait()
      expect(content.read().content).toEqual(hostileContent)
    }
    expect(onError).toHaveBeenCalledOnce()
    rmSync(join(contentFolder, 'content.json'))
    wait()
    expect(content.read().content).toEqual(hostileContent)
  },
)

test('a server whose content is invalid does not start, and says what to do', () => {
  write('{"projects":1}')
  expect(() => openContent({ contentFolder }, onError)).toThrow(
    /content\.json can't be used: projects\. Run `npm start` again, or set CONTENT_DIR/,
  )
})

test('a folder without built content is reported if someone has named it', () => {
  writeFileSync(join(contentFolder, 'about.md'), 'The text, not what is built from it.')
  const describe = (expectsContent: boolean) => describeMissingContent({ contentFolder, expectsContent })
  expect(describe(true)).toContain(`there is no content.json in ${contentFolder}`)
  expect(describe(false)).toBe(null)
  write(JSON.stringify(emptyContent))
  expect(describe(true)).toBe(null)
})
