import { describe, expect, test } from 'vitest'
import { createTestLoader, createTestModule, getFailure } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'

const remote = createSelectedRemote([{ path: '/new' }])
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

describe('a failure has a phase and a reason', () => {
  const scriptFailed = named('ScriptNetworkError', 'Failed to load script "/r/new/1.2.0-0a1b2c3d/remote.js"')
  const scriptTimedOut = named(
    'ScriptNetworkError',
    'ScriptNetworkError: Script "/r/new/remote.js" timed out.',
  )
  const chunkFailed = named('ChunkLoadError', 'Loading chunk 12 failed.\n(missing: /r/new/12.js)')
  const chunkTimedOut = named('ChunkLoadError', 'Loading chunk 12 failed.\n(timeout: /r/new/12.js)')
  const styleFailed = Object.assign(new Error('Loading CSS chunk 12 failed.\n(/r/new/12.css)'), {
    code: 'CSS_CHUNK_LOAD_FAILED',
  })
  const threw = named('ScriptExecutionError', 'Script "/r/new/remote.js" loaded but threw')

  test.each([
    { what: 'an entry that cannot be fetched', thrown: scriptFailed, phase: 'entry', reason: 'network' },
    { what: 'an entry that is given up', thrown: scriptTimedOut, phase: 'entry', reason: 'timeout' },
    { what: 'an entry that throws', thrown: threw, phase: 'entry', reason: 'init' },
    { what: 'an entry that throws no error', thrown: 'broken', phase: 'entry', reason: 'init' },
    { what: 'an entry that throws nothing', thrown: undefined, phase: 'entry', reason: 'init' },
    { what: 'the chunk of the exposed module', thrown: chunkFailed, phase: 'entry', reason: 'network' },
  ])('$what: $phase $reason', async ({ thrown, phase, reason }) => {
    const { loader } = createTestLoader(() => Promise.reject(thrown))
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({ phase, reason, cause: thrown })
  })

  test.each([
    { what: 'a chunk that cannot be fetched', thrown: chunkFailed, phase: 'chunk', reason: 'network' },
    { what: 'a chunk that is given up', thrown: chunkTimedOut, phase: 'chunk', reason: 'timeout' },
    { what: 'a style that cannot be fetched', thrown: styleFailed, phase: 'style', reason: 'network' },
    { what: 'code that throws', thrown: new TypeError('x is undefined'), phase: 'module', reason: 'init' },
  ])('$what: $phase $reason', async ({ thrown, phase, reason }) => {
    const { loader } = createTestLoader(async () => createTestModule(() => Promise.reject(thrown)))
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({ phase, reason, cause: thrown })
  })

  test('code that throws synchronously is a failure like any other', async () => {
    const { loader } = createTestLoader(() => {
      throw threw
    })
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({ reason: 'init' })
  })

  test.each([
    { thrown: scriptFailed, reason: 'offline' },
    { thrown: threw, reason: 'init' },
  ])('a visitor who is offline: $thrown.name is $reason', async ({ thrown, reason }) => {
    const { loader } = createTestLoader(() => Promise.reject(thrown), false)
    expect(await getFailure(loader.loadPage(remote, '/new'))).toMatchObject({ reason })
  })
})
