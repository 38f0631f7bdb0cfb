import type { ApiRequest } from '../request/build-request.ts'
import { fetchLines } from './javascript.ts'
import { quoteJavaScript } from './quoting.ts'
import {
  apiKeyVariable,
  findMainField,
  getFileName,
  getOperation,
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
    ...[...fetchLines(request, write), ...replyLines(getFileName(input))].map((line) => `  ${line}`),
    '}',
  ].join('\n')
}

function replyLines(file: string | null): string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template
  const replyFailed = 'if (!response.ok) return message.reply(`Request failed: ${response.status}`)'
  if (file === null)
    return [replyFailed, 'await message.reply(JSON.stringify(await response.json(), null, 2))']
  return [
    replyFailed,
    "const type = response.headers.get('content-type')",
    "const data = Buffer.from(await response.arrayBuffer()).toString('base64')",
    `await message.reply(new whatsapp.MessageMedia(type, data, ${quoteJavaScript(file)}))`,
  ]
}
