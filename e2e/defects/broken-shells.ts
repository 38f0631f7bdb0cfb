import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'

/** How a shell is broken, and what the site does about it. */
export interface ShellDefect {
  readonly name: string
  readonly ends: Extract<Rollout['status'], 'rolled-back' | 'paused'>
  /** What is wrong with its script. */
  readonly change?: (script: string) => string
  /** What becomes of its script on the way to the browser, instead. */
  readonly delivered?: { readonly status?: number; readonly body: string }
  /** The page can tell that its shell doesn't work: no visitor sees a broken page. */
  readonly isReplaced?: true
  /** The page waits for it for a while, which a test's clock shortens. */
  readonly isSlow?: true
  /** One visitor in four has this browser; the others have Chromium. */
  readonly userAgent?: string
}

const before = (code: string) => (script: string) => `{${code}}\n${script}`
const block = (ms: number) => `const end = performance.now() + ${ms}; while (performance.now() < end) {}`

/** Shells that are broken in one way each. */
export const shellDefects: readonly ShellDefect[] = [
  {
    name: 'does not load',
    ends: 'rolled-back',
    isReplaced: true,
    delivered: { status: 404, body: '' },
  },
  {
    name: 'has a wrong hash',
    ends: 'rolled-back',
    isReplaced: true,
    delivered: { body: '// another' },
  },
  {
    name: 'throws at its start',
    ends: 'rolled-back',
    isReplaced: true,
    change: before('throw new Error("requested")'),
  },
  {
    name: 'hangs',
    ends: 'rolled-back',
    isReplaced: true,
    change: before(`
      const { watchShell } = window
      window.watchShell = (folder) => {
        const mayGoOn = watchShell(folder)
        if (mayGoOn && folder?.includes('/99.0.0-')) window.MessageChannel = class { // it has begun, and its next task never comes
          port1 = {}
          port2 = { postMessage() {} }
        }
        return mayGoOn
      }`),
  },
  {
    name: 'mounts nothing',
    ends: 'rolled-back',
    isReplaced: true,
    isSlow: true,
    change: () => '// nothing',
  },
  {
    name: 'breaks navigation',
    ends: 'rolled-back',
    change: before(`
      addEventListener('click', (event) => {
        if (!event.target.closest('a')) return
        event.preventDefault()
        event.stopPropagation()
        throw new Error('requested')
      }, true)`),
  },
  {
    name: 'breaks one browser family',
    ends: 'rolled-back',
    isReplaced: true,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
    change: before('if (navigator.userAgent.includes("Firefox")) throw new Error("requested")'),
  },
  {
    name: 'doubles the time until an interaction is painted',
    ends: 'paused',
    change: before(`addEventListener('click', () => { ${block(300)} }, true)`),
  },
  {
    name: 'loads no remote',
    ends: 'rolled-back',
    change: before(`
      const { set, ...others } = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src')
      Object.defineProperty(HTMLScriptElement.prototype, 'src', {
        ...others,
        set(address) { set.call(this, address.replace('/r/portfolio/', '/r/nothing/')) },
      })`),
  },
]
