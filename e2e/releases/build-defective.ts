import { buildRemote } from './build-remote.ts'

/**
 * Ways in which a page that loads fails afterwards: `ways` by calling them, `parts` by rendering them. `globalThis.defects` has those of
 * each release that was evaluated, with the names of the `parts` as `show…`.
 */
const ways = `import { useHost } from '@portico/kit/contract/contract.ts'
import { throwFromChunk } from './shared.ts'

class OwnError extends RangeError {
  name = 'OwnError'
}
const fail = () => {
  throw new OwnError('a defect')
}
const add = (element) => document.querySelector('main').append(element)
const loads = (path) => {
  const request = new XMLHttpRequest()
  request.open('GET', path)
  request.send()
}
const observe = (Observer) => {
  const observer = new Observer(() => {
    observer.disconnect()
    fail()
  })
  observer.observe(document.body)
}

export const createWays = (getHost) => ({
  listener() {
    const target = new EventTarget()
    target.addEventListener('x', fail)
    target.dispatchEvent(new Event('x'))
  },
  handler: () => document.body.addEventListener('x', { handleEvent: fail }, { once: true }) ?? document.body.dispatchEvent(new Event('x')),
  timer: () => setTimeout(fail),
  interval() {
    const id = setInterval(() => {
      clearInterval(id)
      fail()
    })
  },
  microtask: () => queueMicrotask(fail),
  frame: () => requestAnimationFrame(fail),
  idle: () => requestIdleCallback(fail),
  message() {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = fail
    port2.postMessage(1)
  },
  mutation() {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      fail()
    })
    observer.observe(document.body, { attributes: true })
    document.body.toggleAttribute('data-x')
  },
  resize: () => observe(ResizeObserver),
  intersection: () => observe(IntersectionObserver),
  promise: () => void Promise.reject(new Error('a defect')),
  executor: () => void new Promise(fail),
  async: async () => {
    await null
    fail()
  },
  then: () => void Promise.resolve().then(fail),
  any: () => void Promise.any([Promise.reject(new Error('a defect'))]),
  json: async () => (await fetch('/robots.txt')).json(),
  failedFetch: async () => (await fetch('/-/health/fails')).text(),
  thenFetch: () => void fetch('/-/health/fails').then((it) => it.text()),
  timeout: () => void fetch('/-/health/hangs', { signal: AbortSignal.timeout(1) }),
  dom: () => setTimeout(() => document.querySelector('!')),
  parse: () => setTimeout(() => JSON.parse('{')),
  clone: () => setTimeout(() => structuredClone(fail)),
  property: () => setTimeout(() => undefined.x),
  text: () =>
    setTimeout(() => {
      throw 'a defect'
    }),
  object: () =>
    setTimeout(() => {
      throw { message: 'a defect' }
    }),
  nothing: () =>
    setTimeout(() => {
      throw null
    }),
  recursion() {
    const again = () => again() + 1
    setTimeout(again)
  },
  otherRealm() {
    const frame = document.createElement('iframe')
    add(frame)
    const { Error } = frame.contentWindow
    frame.remove()
    setTimeout(() => {
      throw new Error('a defect')
    })
  },
  sharedChunk: () => setTimeout(throwFromChunk),
  lateChunk: async () => (await import('./late.ts')).throwLate(),
  shell: () => setTimeout(() => useHost()),
  worker: () => void new Worker(new URL('./throws.worker.ts', import.meta.url)),
  handled: () => getHost().report(new Error('a defect')),
  handledText: () => getHost().report('a defect'),
  failure: () => getHost().failure('a defect'),
  eval: () => setTimeout(() => new Function('1')),
  html: () =>
    setTimeout(() => {
      document.createElement('p').innerHTML = 'text'
    }),
  fetchElsewhere: () => void fetch('https://elsewhere.example/a').catch(() => {}),
  requestElsewhere: () => loads('https://elsewhere.example/b'),
  missing: () => void fetch('/-/nothing'),
  missingRequest: () => loads('/-/nothing'),
})
`

const route = `import { Component as Base, useEffect, useLayoutEffect, useState } from 'react'
import { useHost } from '@portico/kit/contract/contract.ts'
import { createWays } from '../../ways.ts'

class Boundary extends Base {
  state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  render() {
    return this.state.isBroken ? null : this.props.children
  }
}
const fail = () => {
  throw new Error('a defect')
}
const Nothing = undefined
const parts = {
  render: () => fail(),
  text() {
    throw 'a defect'
  },
  object: () => <p>{{ not: 'a child' }}</p>,
  unknown: () => <Nothing />,
  endless() {
    const [count, setCount] = useState(0)
    setCount(count + 1)
  },
  effect() {
    useEffect(fail)
    return null
  },
  layoutEffect() {
    useLayoutEffect(fail)
    return null
  },
  update() {
    const [, setCount] = useState(0)
    useEffect(() => setCount(fail), [])
    return null
  },
  click() {
    useEffect(() => document.querySelector('#defect').click(), [])
    return <button type="button" id="defect" onClick={fail}>Defect</button>
  },
  image: () => <img src="https://elsewhere.example/c.png" alt="" />,
  missingImage: () => <img src="/nothing.png" alt="" />,
}
let host
const defects = { ways: createWays(() => host), parts: Object.keys(parts) }
globalThis.defects ??= {}
globalThis.defects[RELEASE] = defects

export function Component() {
  host = useHost()
  const [part, setPart] = useState([null, 0])
  const [name, count] = part
  defects.show = (next) => setPart(([, before]) => [next, before + 1])
  defects.navigate = host.navigate
  if (BREAKS) fail()
  const Part = parts[name] ?? (() => null)
  return (
    <>
      <h1>{RELEASE}</h1>
      <Boundary key={count}><Part /></Boundary>
    </>
  )
}
`

const minChunkLength = 25_000 // less is bundled twice

/** Builds a release of a remote that fails in every way; with `breaks`, its page fails, too. */
export function buildDefective(
  remote: string,
  { version, hash, breaks = false }: { version: string; hash: string; breaks?: boolean },
): Promise<string> {
  const page = route
    .replaceAll('RELEASE', JSON.stringify(`${remote}@${version}-${hash}`))
    .replaceAll('BREAKS', String(breaks))
  return buildRemote({
    manifest: {
      name: remote,
      team: `${remote} team`,
      contractVersion: 2,
      pages: [
        { path: `/${remote}`, access: 'open', title: remote, route: 'home' },
        { path: `/${remote}/other`, access: 'open', title: remote, route: 'other' },
      ],
    },
    version,
    hash,
    files: {
      'ways.ts': ways,
      'shared.ts': `const text = '${'x'.repeat(minChunkLength)}'
export function throwFromChunk() {
  throw new TypeError(text)
}
`,
      'late.ts': "export function throwLate() {\n  throw new TypeError('a defect')\n}\n",
      'throws.worker.ts': "setTimeout(() => {\n  throw new Error('a defect')\n})\n",
      'pages/home/route.tsx': page,
      'pages/other/route.tsx':
        "import { throwFromChunk } from '../../shared.ts'\nexport const Component = () => <h1>{String(throwFromChunk)}</h1>\n",
    },
  })
}
