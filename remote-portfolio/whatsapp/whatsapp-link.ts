/**
 * Address that opens a WhatsApp chat with `phone` (international, `+12025550143`), with `message` already typed in.
 * A blank message is left out. The form is that of WhatsApp's click to chat: digits only, no plus sign.
 */
export function whatsappLink(phone: string, message = ''): string {
  const chat = `https://wa.me/${phone.replace(/\D/g, '')}`
  const text = message.trim()
  // Half of a surrogate pair, as a cut emoji leaves it, would make encodeURIComponent throw.
  return text === '' ? chat : `${chat}?text=${encodeURIComponent(text.toWellFormed())}`
}
