import type { ProviderRequest } from '../request/build-request.ts'
import { fetchLines } from './javascript.ts'
import { quoteJavaScript } from './quoting.ts'
import { expressionOf, fileOf, keyVariable, mainFieldOf, operationOf, type Subject } from './subject.ts'

/** A command of a WhatsApp bot on Node with the package whatsapp-web.js: `!fancy Hello`. */
export function whatsAppBot(subject: Subject): string {
  const { request } = subject
  const command = `!${operationOf(request)}`
  const main = mainFieldOf(request)
  const write = (field: ProviderRequest['fields'][number]) => {
    const expression = expressionOf(field, { quote: quoteJavaScript, key: `process.env.${keyVariable}` })
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
    ...[...fetchLines(request, write), ...replyLines(fileOf(subject))].map((line) => `  ${line}`),
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
