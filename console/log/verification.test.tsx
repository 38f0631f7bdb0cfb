import {
  genesisHash,
  getEventMessage,
  getHeadMessage,
  hashEvent,
} from '@portico/protocol/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createEvent, now } from '../testing/rollouts.ts'
import { Verification } from './verification.tsx'

const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
const { x: key = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)

async function sign(message: string): Promise<string> {
  const bytes = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(message))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function createChain(length: number): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (let seq = 1; seq <= length; seq += 1) {
    const event = { ...createEvent({ seq }), previous: events.at(-1)?.hash ?? genesisHash }
    const hash = await hashEvent(event)
    events.push({ ...event, hash, signature: await sign(getEventMessage({ hash })) })
  }
  return events
}

/** Two events a page. `served`: what the site responds with, instead of what it has recorded. */
async function verify(recorded: readonly AuditEvent[], served = recorded) {
  const { seq = 0, hash = '' } = recorded.at(-1) ?? {}
  const head = { seq, hash, at: now, key, signature: await sign(getHeadMessage({ seq, hash, at: now })) }
  vi.stubGlobal('fetch', async (path: string) => {
    const since = Number(new URL(path, 'http://site').searchParams.get('since'))
    const events = served.filter((event) => event.seq > since).slice(0, 2)
    return Response.json(path.endsWith('/head') ? head : { events, last: seq })
  })
  render(<Verification />)
  fireEvent.click(screen.getByRole('button', { name: 'Verify the whole log' }))
}

test('an intact log is said to be, with the key and what to note', async () => {
  const events = await createChain(5)
  await verify(events)
  expect(await screen.findByText(/^All 5 events are intact/)).toHaveProperty(
    'textContent',
    expect.stringContaining(`signed by the key ${key}. Note the key and the head 5:${events[4]?.hash}`),
  )
})

test('a changed event is found', async () => {
  const events = await createChain(5)
  await verify(
    events,
    events.map((event) => (event.seq === 3 ? { ...event, by: 'eve' } : event)),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('')
  expect(await screen.findByText('The audit log can’t be trusted: event 3 was changed.')).toBeDefined()
})
