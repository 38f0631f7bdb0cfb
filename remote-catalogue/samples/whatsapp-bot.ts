import type { ApiRequest } from '../request/build-request.ts'
import { fetchLines } from './javascript.ts'
import { quoteJavaScript } from './quoting.ts'
import {
  apiKeyVariable,
  findMainField,
  getFile,
  getOperation,
  type SampleFile,
  type SampleInput,
  toExpression,
} from './sample-input.ts'

/** A WhatsApp bot command (`!fancy Hello`) for Node with the whatsapp-web.js package. */
export function whatsAppBot(input: SampleInput): string {
  const { request } = input
  const command = `!${getOperation(request)}`
  const main = findMainField(request)
  const write = (field: ApiRequest['fields'][number]) => {
    const expression = toExpression(field, { quote: quoteJavaScript, key: `process.env.${apiKeyVariable}` })
    return field.name === main?.name ? `text || ${expression}` : expression
  }
  return [
    "import whatsapp from 'whatsapp-web.js'",
    '',
    'const client = new whatsapp.Client({ authStrategy: new whatsapp.LocalAuth() })',
    "client.on('qr', (code) => console.log('Pair with this code:', code))",
    "client.on('message', reply)",
    'await client.initialize()',
    '',
    'async function reply(message) {',
    `  const [command, text = ''] = message.body.split(/\\s+(.*)/s)`,
    `  if (command !== ${quoteJavaScript(command)}) return`,
    ...[...fetchLines(request, write), ...replyLines(getFile(input))].map((line) => `  ${line}`),
    '}',
  ].join('\n')
}

function replyLines(file: SampleFile | null): string[] {
  const data = 'JSON.stringify(await response.json(), null, 2)'
  if (file === null) return [replyFailedIf('!response.ok'), `await message.reply(${data})`]
  const type = "const type = response.headers.get('content-type') ?? ''"
  return [
    type,
    ...(file.isImage
      ? [replyFailedIf("!response.ok || !type.startsWith('image/')")]
      : [
          replyFailedIf('!response.ok'),
          `if (type.startsWith('application/json')) return message.reply(${data})`,
        ]),
    "const data = Buffer.from(await response.arrayBuffer()).toString('base64')",
    `await message.reply(new whatsapp.MessageMedia(type, data, ${quoteJavaScript(file.name)}))`,
  ]
}

function replyFailedIf(condition: string): string {
  return `if (${condition}) return message.reply(\`Request failed: \${response.status}\`)`
}
