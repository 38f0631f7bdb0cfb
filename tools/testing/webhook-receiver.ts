import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'

/** The secret that it shares with the site. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const PayloadSchema = v.object({
  type: v.string(),
  timestamp: v.string(),
  data: v.looseObject({ title: v.string(), text: v.string(), commands: v.array(v.string()) }),
})

interface Attempt {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a receiver does with an attempt: responds with a status, or never responds. */
type Behaviour = number | 'hang'

/** Starts a real HTTP server that receives notifications. Attempts without a behaviour of their own get 200. */
export async function startWebhookReceiver(behaviours: readonly Behaviour[] = []) {
  const attempts: Attempt[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const behaviour = behaviours[attempts.length] ?? 200
    attempts.push({ path: request.url ?? '', headers: request.headers, body })
    if (behaviour === 'hang') return
    response.writeHead(behaviour, { location: '/elsewhere' }).end('a response that nobody reads')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook?key=hunter2`,
    /** All attempts, in order. */
    attempts,
    /** The signed payloads, in order; throws if a signature is wrong, by the reference implementation. */
    payloads: () => attempts.map(verify),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function verify({ headers, body }: Attempt) {
  const get = (name: string) => String(headers[name])
  const payload = new Webhook(webhookSecret).verify(body, {
    'webhook-id': get('webhook-id'),
    'webhook-timestamp': get('webhook-timestamp'),
    'webhook-signature': get('webhook-signature'),
  })
  return v.parse(PayloadSchema, payload)
}
