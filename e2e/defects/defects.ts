import type { WrittenRelease } from '../releases/write-release.ts'

/** How a release is broken, and what the site does about it. */
export interface Defect extends PageParts, Pick<WrittenRelease, 'onEntry' | 'onEvaluation'> {
  readonly name: string
  readonly ends: 'rolled-back' | 'paused'
  /** How long a visitor stays; 0 if omitted. */
  readonly stayMs?: number
  /** Minutes that a visitor reads the page after that, by the browser's clock; 0 if omitted. */
  readonly readsMinutes?: number
  /** Visitors press nothing. */
  readonly isIdle?: boolean
}

interface PageParts {
  /** What the page requests. */
  readonly request?: string
  /** Runs while it renders. */
  readonly onRender?: string
  /** Runs in an effect after it has rendered first. */
  readonly onLoad?: string
  /** Runs when rows have arrived, before they are shown. */
  readonly onRows?: string
  /** Runs when its button is pressed. */
  readonly onClick?: string
  /** Elements before its list. */
  readonly before?: string
}

/** A page with a list of what the site answers, and a button. Without parts, nothing is wrong with it. */
export function writePage({
  request = '/robots.txt',
  onRender = '',
  onLoad = '',
  onRows = '',
  onClick = '',
  before = 'null',
}: PageParts = {}): string {
  return `() => {
  const { HostContext } = Object.values(scope['@portico/kit/contract/contract.ts'])[0].get()()
  const host = React.useContext(HostContext)
  const [rows, setRows] = React.useState(null)
  const [state, setState] = React.useState(0)
  const element = React.createElement
  ${onRender}
  React.useEffect(() => {
    ${onLoad}
    void fetch('${request}').then(async (response) => {
      let rows = (await response.text()).split('\\n')
      ${onRows}
      host.measure('rows', rows.length, { min: 1 })
      setRows(rows)
    })
  }, [])
  return element('div', null,
    element('h1', null, 'Weather'),
    ${before},
    element('button', { onClick: () => { setState(state + 1); ${onClick} } }, 'Refresh'),
    rows === null ? null : element('ul', { id: 'rows' }, rows.map((row, at) => element('li', { key: at }, row))))
}`
}

const block = (ms: number) => `const end = performance.now() + ${ms}; while (performance.now() < end) {}`

/** Those of the eleven that once went unnoticed; then others. */
export const defects: readonly Defect[] = [
  {
    name: 'its entry throws',
    ends: 'rolled-back',
    onEntry: 'throw new Error("entry")',
  },
  {
    name: 'its module throws',
    ends: 'rolled-back',
    onEvaluation: 'throw new Error("module")',
  },
  {
    name: 'it throws while rendering',
    ends: 'rolled-back',
    onRender: 'null.weather',
  },
  {
    name: 'it throws once it shows its rows',
    ends: 'rolled-back',
    onRender: 'if (rows !== null) rows.weather.now',
  },
  { name: 'every request fails', ends: 'paused', request: '/-/no-such-thing' },
  {
    name: 'it blocks the page for 2 s',
    ends: 'paused',
    onLoad: `setTimeout(() => { ${block(2_000)} })`,
  },
  {
    name: 'its layout shifts',
    ends: 'paused',
    onRows: `setTimeout(() => { document.querySelector('h1').style.marginTop = '60vh' }, 100)`,
  },
  { name: 'its list stays empty', ends: 'paused', onRows: 'rows = []' },
  {
    name: 'a click throws',
    ends: 'rolled-back',
    onClick: 'null.weather',
  },
  {
    name: 'a promise is rejected on load',
    ends: 'rolled-back',
    onLoad: 'void Promise.reject(new Error("no forecast"))',
  },
  {
    name: 'its memory leaks',
    ends: 'paused',
    readsMinutes: 12,
    // It keeps a megabyte of each forecast that it polls.
    onLoad: `const kept = []; setInterval(() => kept.push(Array.from({ length: 100_000 }, Math.random)), 5_000)`,
  },
  // Ten others.
  {
    name: 'it throws in a timer',
    ends: 'rolled-back',
    onLoad: 'setTimeout(() => null.weather, 50)',
  },
  {
    name: 'it cannot read the answer',
    ends: 'rolled-back',
    onRows: 'rows = JSON.parse(rows.join("<"))',
  },
  {
    name: 'it renders for ever',
    ends: 'rolled-back',
    onRender: 'setState(state + 1)',
  },
  {
    name: 'it breaks the site’s policy',
    ends: 'rolled-back',
    onLoad: 'void fetch("https://weather.example/").catch(() => {})',
  },
  {
    name: 'its checkout fails',
    ends: 'rolled-back',
    onClick: 'host.failure("checkout")',
  },
  {
    name: 'it handles an error that it reports',
    ends: 'rolled-back',
    onClick: 'host.report(new Error("no forecast"))',
  },
  {
    name: 'its images are missing',
    ends: 'paused',
    before: `element('img', { src: '/-/no-such-image.png', alt: '' })`,
  },
  {
    name: 'a click takes 400 ms',
    ends: 'paused',
    onClick: block(400),
  },
  {
    name: 'its largest paint is late',
    ends: 'paused',
    isIdle: true, // a largest paint after a click doesn’t count
    stayMs: 4_000,
    onLoad: `setTimeout(() => { const text = document.createElement('p'); text.textContent = 'Rain '.repeat(900); document.querySelector('#rows').after(text) }, 3_000)`,
  },
  {
    name: 'it takes 2 s to load',
    ends: 'paused',
    onEvaluation: block(2_000),
  },
]
