import { mistake, type TextFile } from './content-error.ts'

/** A Markdown file taken apart; each part knows how many lines of the file stand before it. */
export interface SplitFile {
  readonly matter: string
  readonly matterLinesBefore: number
  readonly body: string
  readonly bodyLinesBefore: number
}

const fence = '---'

/** Takes the YAML between the first two lines `---` from the text after it. Throws a ContentError without such lines. */
export function splitFrontMatter(file: TextFile): SplitFile {
  const lines = file.text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trimEnd() !== fence) throw mistake(file, 1, `expected ${fence}, then what the file is about`)
  const end = lines.findIndex((line, number) => number > 0 && line.trimEnd() === fence)
  if (end === -1) throw mistake(file, 1, `expected a second line ${fence} after the first`)
  return {
    matter: lines.slice(1, end).join('\n'),
    matterLinesBefore: 1,
    body: lines.slice(end + 1).join('\n'),
    bodyLinesBefore: end + 1,
  }
}
