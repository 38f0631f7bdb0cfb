import { expect, test } from 'vitest'
import { getNetworkOutcome } from './network-outcome.ts'

const address = 'http://127.0.0.1:3000/r/new/1.2.0-0a1b2c3d/remote.js'
const script = new Error(`Failed to load script "${address}"`)

test.each([
  { statuses: [404], outcome: 'http' },
  { statuses: [200, 503], outcome: 'http' },
  { statuses: [200], outcome: 'integrity' },
  { statuses: [0], outcome: 'network' },
  { statuses: [undefined], outcome: 'network' },
  { statuses: [], outcome: 'network' },
])('responses with the status $statuses are $outcome', ({ statuses, outcome }) => {
  const asked: string[] = []
  const timings = (of: string) => {
    asked.push(of)
    return statuses.map((responseStatus) => (responseStatus === undefined ? {} : { responseStatus }))
  }
  expect(getNetworkOutcome(script, timings)).toBe(outcome)
  expect(asked).toEqual([address])
})

test.each([
  new Error('Loading chunk 12 failed.\n(error: /r/new/1.2.0-0a1b2c3d/12.js)'),
  new Error('Loading CSS chunk 12 failed.\n(/r/new/1.2.0-0a1b2c3d/12.css)'),
])('the URL is found in "$message"', (thrown) => {
  expect(getNetworkOutcome(thrown, (of) => (of.startsWith('/r/new/') ? [{ responseStatus: 404 }] : []))).toBe(
    'http',
  )
})

test('the URL of another origin is found, and no link to documentation', () => {
  const message =
    'Script load failed. #RUNTIME-008 https://module-federation.io/guide/troubleshooting/runtime#runtime-008 args: {"resourceUrl":"https://cdn.example/new/1.2.0/remote.js"}'
  const timings = (of: string) =>
    of === 'https://cdn.example/new/1.2.0/remote.js' ? [{ responseStatus: 404 }] : []
  expect(getNetworkOutcome(new Error(message), timings)).toBe('http')
})

test.each([
  { file: 'remote.js', contentType: 'text/javascript', outcome: 'integrity' },
  { file: 'remote.js', contentType: 'text/html', outcome: 'content-type' },
  { file: 'remote.js', contentType: '', outcome: 'content-type' },
  { file: '12.css', contentType: 'text/css', outcome: 'integrity' },
  { file: '12.css', contentType: 'text/plain', outcome: 'content-type' },
])('$file that arrives as "$contentType" is $outcome', ({ file, contentType, outcome }) => {
  const thrown = new Error(`Loading chunk 12 failed.\n(error: /r/new/1.2.0-0a1b2c3d/${file})`)
  expect(getNetworkOutcome(thrown, () => [{ responseStatus: 200, contentType }])).toBe(outcome)
})

test('an error without a URL is a network failure', () => {
  expect(getNetworkOutcome('broken', () => [{ responseStatus: 404 }])).toBe('network')
})
