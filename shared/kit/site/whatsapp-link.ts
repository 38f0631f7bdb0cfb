import { deriveOwner } from './owner-marks.ts'

/** The address of WhatsApp's chats. */
export const whatsAppChat = 'https://api.whatsapp.com/send'

/** A phone number as WhatsApp expects it: digits only, no plus sign. */
export function toWhatsAppNumber(phone: string): string {
  return deriveOwner(phone, 'digits', (number) => number.replace(/\D/g, ''))
}

/**
 * Link that opens a WhatsApp chat with `phone` (international, `+12025550143`) and `message` already typed in.
 * A blank message is left out.
 */
export function getWhatsAppLink(phone: string, message = ''): string {
  const chat = `${whatsAppChat}?phone=${toWhatsAppNumber(phone)}`
  const text = message.trim()
  // Half of a surrogate pair, which a length limit leaves of an emoji, would make encodeURIComponent throw.
  return text === '' ? chat : `${chat}&text=${encodeURIComponent(text.toWellFormed())}`
}
