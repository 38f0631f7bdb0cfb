import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'
import type { BotContent } from '../../content/schemas.ts'

export const getMetadata: GetMetadata<BotContent> = ({ page, content: { bot } }) => [
  {
    address: page.path.replace(/:\w+/, bot.slug),
    description: `A QR code that opens a chat with ${bot.name} on WhatsApp.`,
  },
]
