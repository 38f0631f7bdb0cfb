/** Firefox and Safari read the URL only after the click has returned; a download starts well within this time. */
const revokeAfterMs = 10_000

/** Downloads `content` as a file called `name`. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
