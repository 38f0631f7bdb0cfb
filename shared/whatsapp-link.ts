/**
 * Link that opens a WhatsApp chat with `phone` (international, `+12025550143`) and `message` already typed in.
 * A blank message is left out. Digits only, as WhatsApp expects: no plus sign.
 */
export function getWhatsAppLink(phone: string, message = ''): string {
  const chat = `https://api.whatsapp.com/send?phone=${phone.replace(/\D/g, '')}`
  const text = message.trim()
  // Half of a surrogate pair, which a length limit leaves of an emoji, would make encodeURIComponent throw.
  return text === '' ? chat : `${chat}&text=${encodeURIComponent(text.toWellFormed())}`
}
