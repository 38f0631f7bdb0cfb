import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildContent } from '@portico/tools/build/build-content.ts'
import sharp from 'sharp'
import { root } from './start-site.ts'

/** A name that would break out of HTML, attributes and scripts. */
export const tideName = `Tide "table" & <b>'co'</b> </script>`

const caseStudy = (what: string) => `## Context

Why ${what} was made, \`<script>\` and all.

## Choices

- **One** thing, [the list](/projects?tag=sea%20salt).
- Another.

### A detail

> As it was said

## Result

![A chart](chart.png)

It works.
`

const files: Readonly<Record<string, string>> = {
  'about.md': 'I sail, and write about it.\n',
  'timeline.yaml': `experience:
  - from: 2021
    title: Harbour master
    place: Lisbon
    points: [Kept the log]
education: []
`,
  'projects/tide-table.md': `---
name: ${JSON.stringify(tideName)}
summary: When the water comes
year: 2025
order: 1
tags: [sea salt, web]
link: https://tides.example/?a=1&b=2
image:
  file: chart.png
  alt: A chart of the tide
---

${caseStudy('the table')}`,
  'projects/harbour-bot.md': `---
name: Harbour bot
summary: Answers when the bridge opens
year: 2024
tags: [bot]
bot:
  phone: "+351912345678"
---

${caseStudy('the bot')}`,
}

/** Writes the texts and the image of another owner into `content/` of `folder`, with `changes`. */
export async function writeRobinsContent(
  folder: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const chart = sharp({ create: { width: 900, height: 500, channels: 3, background: 'navy' } })
  const all = { ...files, ...changes, 'images/chart.png': await chart.png().toBuffer() }
  for (const [name, content] of Object.entries(all)) {
    const file = join(folder, 'content', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

/** Builds what `writeRobinsContent` has written, as `npm start` does. Returns the folder that the server reads. */
export async function buildRobinsContent(folder: string): Promise<string> {
  const output = join(folder, 'built')
  await buildContent({ root, source: folder, output })
  return output
}
