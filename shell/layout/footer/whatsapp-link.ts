/** Address that opens WhatsApp with a chat to `phone` (`+12025550143`) and `text` written in. */
export function whatsappLink(phone: string, text: string): string {
  // A field's length limit can cut an emoji in half, which `encodeURIComponent` throws at.
  const message = encodeURIComponent(text.trim().toWellFormed())
  return `https://api.whatsapp.com/send?phone=${phone.replace(/\D/g, '')}&text=${message}`
}
