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
} from './subject.ts'

/** A WhatsApp bot command (`!fancy Hello`) for Node with the whatsapp-web.js package. */
export function whatsAppBot(subject: SampleInput): string {
  const { request } = subject
  const command = `!${getOperation(request)}`
  const main = findMainField(request)
  const write = (field: ApiRequest['fields'][number]) => {
    const expression = toExpression(field, { quote: quoteJavaScript, key: `process.env.${apiKeyVariable}` })
    return field.name === main?.name ? `words || ${expression}` : expression
  }
  return [
    "import whatsapp from 'whatsapp-web.js'",
    '',
    'const client = new whatsapp.Client({ authStrategy: new whatsapp.LocalAuth() })',
    "client.on('qr', (code) => console.log('Pair with this code:', code))",
    "client.on('message', answer)",
    'await client.initialize()',
    '',
    'async function answer(message) {',
    `  const [command, words = ''] = message.body.split(/\\s+(.*)/s)`,
    `  if (command !== ${quoteJavaScript(command)}) return`,
    ...[...fetchLines(request, write), ...replyLines(getFileName(subject))].map((line) => `  ${line}`),
    '}',
  ].join('\n')
}

function replyLines(file: string | null): string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template
  const refused = 'if (!response.ok) return message.reply(`Refused: ${response.status}`)'
  if (file === null) return [refused, 'await message.reply(JSON.stringify(await response.json(), null, 2))']
  return [
    refused,
    "const type = response.headers.get('content-type')",
    "const data = Buffer.from(await response.arrayBuffer()).toString('base64')",
    `await message.reply(new whatsapp.MessageMedia(type, data, ${quoteJavaScript(file)}))`,
  ]
}
