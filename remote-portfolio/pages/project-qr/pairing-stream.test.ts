import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { followPairing, type PairingEvent } from './pairing-stream.ts'

type Respond = (response: ServerResponse, request: number) => void
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A real server; `respond` gets each response with the number of its request. */
async function serve(respond: Respond): Promise<string> {
  let requests = 0
  const server = createServer((_request, response) => respond(response, requests++))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/`
}

/** Follows until `count` events have come. */
async function eventsFrom(address: string, count: number): Promise<PairingEvent[]> {
  const events: PairingEvent[] = []
  const ending = new AbortController()
  stops.push(() => ending.abort())
  await followPairing(address, {
    signal: ending.signal,
    onEvent(event) {
      events.push(event)
      if (events.length === count) ending.abort()
    },
  })
  return events
}

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const inWords = (events: readonly PairingEvent[]) =>
  events.map((event) => (event.kind === 'code' ? event.code.text : event.kind))

test('codes arrive one at a time until the pairing is complete', async () => {
  const address = await serve((response) => {
    stream(response).end(
      'data: {"code":"first","seconds":60}\n\ndata: {"code":"second"}\n\nevent: paired\ndata: {}\n\ndata: {"code":"late"}\n\n',
    )
  })
  const before = Date.now()
  const events = await eventsFrom(address, 99)
  expect(inWords(events)).toEqual(['first', 'second', 'paired'])
  const until = events.map((event) => (event.kind === 'code' ? event.code.expiresAt - before : 0))
  expect(until[0]).toBeGreaterThanOrEqual(60_000)
  expect(until[1]).toBeGreaterThanOrEqual(20_000)
  expect(until[1]).toBeLessThan(60_000)
})

test('an event that arrives in pieces, with comments and other line ends, is put together', async () => {
  const bytes = Buffer.from(': hello\r\n\r\nid: 1\r\ndata: {"code":"größe",\r\ndata: "seconds":5}\r\n\r\n')
  const address = await serve((response) => {
    stream(response)
    const cut = bytes.indexOf(0xc3) + 1 // within a character
    response.write(bytes.subarray(0, cut), () => response.write(bytes.subarray(cut)))
  })
  expect(inWords(await eventsFrom(address, 1))).toEqual(['größe'])
})

test('messages that are not codes are ignored', async () => {
  const address = await serve((response) => {
    stream(response).end('data: hello\n\ndata: {"code":""}\n\ndata: {"code":1}\n\ndata: {"code":"good"}\n\n')
  })
  expect(inWords(await eventsFrom(address, 1))).toEqual(['good'])
})

test('the client reconnects after the delay that the stream asks for', async () => {
  const address = await serve((response, call) => {
    if (call === 0) stream(response).end('retry: 1\ndata: {"code":"first"}\n\n')
    else if (call === 1) response.writeHead(503).end()
    else if (call === 2) response.destroy()
    else stream(response).end('data: {"code":"second"}\n\n')
  })
  expect(inWords(await eventsFrom(address, 5))).toEqual(['first', 'lost', 'lost', 'lost', 'second'])
})
