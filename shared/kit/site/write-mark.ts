// Private use characters, which no text contains and which nothing escapes.
export const markStart = '\uE000'
const markEnd = '\uE001'

/** Stands for the value at `path`, such as `social.github`, in what a build renders. */
export function writeMark(path: string): string {
  return markStart + path + markEnd
}
