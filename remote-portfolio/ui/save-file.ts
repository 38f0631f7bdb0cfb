/** Firefox and Safari read the address only after the click has returned; a download begins well within this. */
const revokeAfterMs = 10_000

/** Lets the browser save `content` under `name`. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
