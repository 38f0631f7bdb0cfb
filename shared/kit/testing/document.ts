import { afterAll, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

// Each file has its own window and its own copy of our modules. The files of a worker share the libraries, because
// importing React and happy-dom takes longer than most of these tests.
vi.resetModules()
const page = await builtinEnvironments['happy-dom'].setup(globalThis, {})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  return page.teardown(globalThis)
})
